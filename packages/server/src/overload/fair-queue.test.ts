import { expect, test } from 'vitest'
import { Account } from './account.ts'
import { networkOf } from './clients.ts'
import { FairQueue } from './fair-queue.ts'

const accounts = Object.fromEntries(['a', 'b', 'c'].map(name => [name, new Account(name)]))
const account = (item: string) => accounts[item[0] as string] as Account

test('each client gets its turn, and its own items keep their order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) queue.enqueue(account(item), item)
  queue.enqueue(account('a'), 'a0', true)
  expect(queue.size).toBe(8)
  expect(Array.from({ length: 9 }, () => queue.dequeue()?.item)).toEqual([
    ...['a0', 'b1', 'c1', 'a1', 'b2', 'a2', 'a3', 'a4'],
    undefined,
  ])
  expect(queue.size).toBe(0)
})

test('a client that has used three times its time is passed over for three rounds', () => {
  const queue = new FairQueue<string>()
  const [dear, cheap] = [new Account('dear'), new Account('cheap')]
  dear.charge(3)
  queue.enqueue(dear, 'a1')
  for (const item of ['b1', 'b2', 'b3', 'b4']) queue.enqueue(cheap, item)
  expect(Array.from({ length: 5 }, () => queue.dequeue()?.item)).toEqual(['b1', 'b2', 'b3', 'a1', 'b4'])
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
