import { expect, test } from 'vitest'
import { Network } from './network.ts'

test('what is kept in memory does not grow with the number of blocks', () => {
  const network = new Network({ seed: 3, scale: 1 })
  let most = 0
  for (let height = 1; height <= 6_000; height++) {
    network.nextBlock()
    if (height > 4_000) most = Math.max(most, network.live)
  }
  let settled = 0
  for (let height = 6_001; height <= 15_000; height++) {
    settled += network.nextBlock().lines.filter(line => line.includes('"STATE_SETTLED"')).length
  }
  // By block 4000 the parties have reached their full number.
  expect(network.live).toBeLessThan(most * 1.1)
  expect(most).toBeLessThan(5_000)
  expect(settled).toBeGreaterThan(10)
})

test('the lines of a block are there once it is complete', () => {
  const block = new Network({ seed: 3, scale: 1 }).nextBlock()
  expect(block.height).toBe(1)
  expect(block.lines.at(-1)).toContain('END_BLOCK')
})
