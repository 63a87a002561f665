import { expect, test } from 'vitest'
import { networkOf } from './clients.ts'
import { FairQueue } from './fair-queue.ts'
import { Shares } from './shares.ts'

test('each client gets its turn, and its own items keep their order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) queue.enqueue(item[0] as string, item)
  expect(queue.size).toBe(7)
  expect(Array.from({ length: 8 }, () => queue.dequeue())).toEqual([
    ...['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'],
    undefined,
  ])
  expect(queue.size).toBe(0)
})

test('the client with the most items gives way to others, the oldest first', () => {
  const shares = new Shares<string>()
  for (const item of ['a1', 'b1', 'a2', 'a3']) shares.add(item[0] as string, item)
  expect([shares.oldestOfLargest('c'), shares.oldestOfLargest('b')]).toEqual(['a1', 'a1'])
  expect(shares.oldestOfLargest('a')).toBeUndefined()
  expect([shares.delete('a', 'a1'), shares.delete('a', 'a1'), shares.size]).toEqual([true, false, 3])
  expect([shares.oldestOfLargest('c'), shares.oldestOfLargest('b')]).toEqual(['a2', undefined])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1'],
  ['2001:db8:0:1::9', '2001:db8:0:1'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  [undefined, ''],
])('%s is a client of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
