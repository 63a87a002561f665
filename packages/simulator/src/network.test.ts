import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Network } from './network.ts'

test('memory does not grow with the number of blocks', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const network = new Network({ seed: 3, scale: 1 })
  const usedAfter = (blocks: number) => {
    for (let block = 0; block < blocks; block += 1) network.nextBlock()
    collect()
    return process.memoryUsage().heapUsed
  }
  // By block 4000 the parties have reached their full number.
  const before = usedAfter(4_000)
  // A kept block of events takes 10 kB.
  expect(usedAfter(2_000) - before).toBeLessThan(8_000_000)
})

test('the lines of a block are there once it is complete', () => {
  const block = new Network({ seed: 3, scale: 1 }).nextBlock()
  expect(block.height).toBe(1)
  expect(block.lines.at(-1)).toContain('END_BLOCK')
})

test('a block has the given time, and is never older than the one before', () => {
  const network = new Network({ seed: 3, scale: 1, firstTime: 100n })
  expect([200n, 150n, 300n].map(time => network.nextBlock(time).nanos)).toEqual([200n, 201n, 300n])
})

test('a slower pace gives fewer events, and epochs as long as asked', () => {
  const network = new Network({ seed: 3, scale: 1 })
  const linesOf = (blocks: number) => Array.from({ length: blocks }, () => network.nextBlock().lines).flat()
  const usual = linesOf(100)
  network.setPace(0.1, 70)
  const slow = linesOf(110)
  expect(slow.length).toBeLessThan(usual.length / 2)
  // Blocks 140 and 210 end an epoch.
  expect(slow.filter(line => line.includes('EPOCH_ACTION_END'))).toHaveLength(2)
})

test('a market and a party from before take part', () => {
  const network = new Network({ seed: 3, scale: 1, dense: true })
  for (let height = 1; height <= 50; height++) network.nextBlock()
  const asset = { id: 'asset', symbol: 'A', decimals: 6 }
  network.admit({ id: 'market', code: 'M', price: 5_000, decimals: 2, asset }, 'party')
  const lines = Array.from({ length: 60 }, () => network.nextBlock().lines).flat()
  for (const type of ['ORDER', 'ACCOUNT']) {
    const ofType = lines.filter(line => line.includes(`"BUS_EVENT_TYPE_${type}"`))
    expect(ofType.some(line => /"(partyId|owner)":"party"/.test(line))).toBe(true)
    expect(ofType.some(line => line.includes('"marketId":"market"'))).toBe(true)
  }
})
