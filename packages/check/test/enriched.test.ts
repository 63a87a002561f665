import { simulate } from '@trading-network/simulator'
import { StrictReader } from '@trading-network/test/strict-reader'
import { expect, it } from 'vitest'
import { enriched } from './enriched.ts'

it('the network of these tests is one that the data node of the network takes', () => {
  const reader = new StrictReader()
  const lines = enriched([...simulate({ seed: 1, blocks: 300, scale: 1 })], ['myToken'])
  // The field of the contract is for the archives of earlier releases.
  for (const line of lines) reader.read(line.replace(/"market":"(?=.*"rewardType")[^"]*",/, ''))
  expect(reader.events).toBe(lines.length)
})
