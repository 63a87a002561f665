import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Account, levelOf } from './account.ts'
import { networkOf } from './clients.ts'
import { FairQueue } from './fair-queue.ts'

const accounts = Object.fromEntries(['a', 'b', 'c'].map(name => [name, new Account(name)]))
const account = (item: string) => accounts[item[0] as string] as Account

/** Takes the next item, and charges its client. */
function takeFrom(queue: FairQueue<string>, time = 0): string | undefined {
  const next = queue.peek()
  const item = next && queue.take()
  next?.account.charge(time)
  return item
}

test('each client gets its turn, and its own items keep their order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) queue.enqueue(account(item), item)
  expect(Array.from({ length: 8 }, () => takeFrom(queue))).toEqual([
    ...['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'],
    undefined,
  ])
})

test('the client that has used least comes first, with the networks around it', () => {
  const queue = new FairQueue<string>()
  const network = new Account('2001:db8:0::/48', undefined, 16)
  const [dear, cheap, fresh] = [new Account('dear'), new Account('cheap'), new Account('fresh', network)]
  dear.charge(30)
  cheap.charge(10)
  network.charge(320)
  for (const item of ['d1', 'd2']) queue.enqueue(dear, item)
  for (const item of ['f1', 'f2']) queue.enqueue(fresh, item)
  for (const item of ['c1', 'c2', 'c3', 'c4']) queue.enqueue(cheap, item)
  const order = Array.from({ length: 8 }, () => takeFrom(queue, 6))
  expect(order).toEqual(['c1', 'c2', 'f1', 'f2', 'c3', 'c4', 'd1', 'd2'])
})

/** Clients of four networks of 56 bits in two of 48 bits, and others. */
function clientsOfNetworks(count: number): Account[] {
  const all = new Account('everybody', undefined, Infinity)
  const large = [1, 2].map(name => new Account(`${name}::/48`, all, 16))
  const small = [...large, ...large].map((network, index) => new Account(`${index}::/56`, network, 4))
  return Array.from({ length: count }, (_, index) => new Account(String(index), [...small, all][index % 5]))
}

test('in any order of events, the next client is the one with the least load, with its networks', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const event = fc.record({ client: fc.nat(24), kind: fc.constantFrom('enqueue', 'charge', 'pause', 'take') })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200, size: 'max' }), events => {
      const clients = clientsOfNetworks(25)
      const waiting = new Map<Account, number>()
      const paused = new Set<Account>()
      const queue = new FairQueue<string>(client => !paused.has(client))
      const placeOf = ({ level }: Account) => Math.max(level, levelOf(0.0001))
      events.forEach(({ client: index, kind }, at) => {
        const client = clients[index] as Account
        if (kind === 'charge') client.charge(1 + (at % 7))
        else if (kind === 'enqueue') {
          waiting.set(client, (waiting.get(client) ?? 0) + 1)
          queue.enqueue(client, client.client)
        } else if (kind === 'pause' && !paused.delete(client)) paused.add(client)
        else if (kind === 'pause') queue.again(client)
        else {
          const able = [...waiting.keys()].filter(each => !paused.has(each))
          const next = queue.peek()
          expect(next?.level).toBe(able.length ? Math.min(...able.map(placeOf)) : undefined)
          if (!next) return
          expect([queue.take(), placeOf(next.account)]).toEqual([next.account.client, next.level])
          const left = (waiting.get(next.account) as number) - 1
          if (left > 0) waiting.set(next.account, left)
          else waiting.delete(next.account)
          next.account.charge(3)
        }
      })
    }),
  )
})

test('the time of one client moves its networks, and not each of their clients', () => {
  let looks = 0
  const queue = new FairQueue<string>(() => {
    looks += 1
    return true
  })
  for (const client of clientsOfNetworks(4_000)) queue.enqueue(client, 'item')
  looks = 0
  for (let taken = 0; taken < 1_000; taken += 1) takeFrom(queue, 5)
  expect(looks / 1_000).toBeLessThan(10)
})

test('who comes late goes first until it has used as much, and then each has the same', () => {
  const queue = new FairQueue<string>()
  const hogs = ['a', 'b', 'c'].map(name => new Account(name))
  for (const hog of hogs) for (let item = 0; item < 100; item += 1) queue.enqueue(hog, 'hog')
  const work = (count: number) => Array.from({ length: count }, () => takeFrom(queue, 1))
  work(30)
  const late = new Account('late')
  for (let item = 0; item < 50; item += 1) queue.enqueue(late, 'late')
  expect(work(9)).toEqual(Array(9).fill('late'))
  expect(work(41).filter(item => item === 'late').length).toBeLessThan(14)
})

test('a new address does not come before a client that has used little', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = new FairQueue<string>()
  const polite = new Account('polite')
  polite.charge(0.1)
  queue.enqueue(polite, 'polite')
  vi.advanceTimersByTime(1)
  queue.enqueue(new Account('new'), 'new')
  expect([takeFrom(queue), takeFrom(queue)]).toEqual(['polite', 'new'])
})

test('a share of the time is forgotten in seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const network = new Account('2001:db8:0::/48', undefined, 16)
  const client = new Account('client', network)
  client.charge(140)
  expect([client.load, network.load].map(load => load.toFixed(4))).toEqual(['0.1000', '0.0063'])
  vi.advanceTimersByTime(1_400)
  expect(client.load.toFixed(4)).toBe('0.0368')
  client.charge(140)
  expect(client.load.toFixed(4)).toBe('0.1368')
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
