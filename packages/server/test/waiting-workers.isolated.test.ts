import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Chain } from './chain.ts'
import { market, orderId, party, stopOrder } from './events.ts'
import { Follower } from './follower.ts'
import { ingestInto } from './running.ts'
import { folder, serve } from './service.ts'

const path = (number: number) => `/api/v2/stoporders?filter.partyIds=${party(number)}`

/** Two workers over a chain that grows. Each block has a stop order of party 1. */
async function following(name: string) {
  const database = join(folder, name)
  const chain = new Chain()
  const store = async () => {
    const id = orderId(Number(chain.height) + 1)
    chain.block(stopOrder({ id, partyId: party(1), marketId: market(1), status: 'STATUS_PENDING' }))
    await ingestInto(database, chain.lines)
  }
  await store()
  const serving = serve('--database', database, '--workers', '2', '--metrics', '0', '--log', 'info')
  const url = await serving.url()
  const [, metrics = ''] = await serving.says(/^Metrics at (\S+)$/m)
  const waiting = async () =>
    Number(/^trading_network_waiting_requests (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1])
  const follower = (number: number, seconds: number) =>
    new Follower(url + path(number), { seconds, count: height => (number === 1 ? Number(height) : 0) })
  return { store, serving, waiting, follower }
}

it('requests that wait in two workers get the next block, or 304 when the time is up', async () => {
  const { store, waiting, follower } = await following('two.sqlite')
  const changed = Array.from({ length: 12 }, () => follower(1, 30))
  const unchanged = Array.from({ length: 4 }, () => follower(2, 2))
  const all = [...changed, ...unchanged]
  await Promise.all(all.map(one => one.until(1n)))
  const next = Promise.all(all.map(one => one.next()))
  await expect.poll(waiting).toBe(16)
  await store()
  await next
  expect(changed.map(({ statuses }) => [...statuses])).toEqual(changed.map(() => [200]))
  expect(unchanged.map(({ statuses }) => [...statuses])).toEqual(unchanged.map(() => [200, 304]))
  expect(all.map(({ broken }) => broken)).toEqual(all.map(() => 0))
})

it('a killed worker breaks only its own waiting requests, and a shutdown ends all others with 304', async () => {
  const { store, serving, waiting, follower } = await following('killed.sqlite')
  const all = Array.from({ length: 16 }, () => follower(1, 40))
  await Promise.all(all.map(one => one.until(1n)))
  const ended = Promise.all(all.map(one => one.until(2n)))
  await expect.poll(waiting).toBe(16)
  const [, pid] = await serving.logs(/"pid":(?!0\b)(\d+).*Server listening/)
  process.kill(Number(pid), 'SIGKILL')
  await wait(500)
  await expect.poll(waiting).toBe(16)
  await store()
  await ended
  const broken = all.filter(one => one.broken > 0).length
  // The system spreads the connections over both workers.
  expect(broken).toBeGreaterThan(0)
  expect(broken).toBeLessThan(16)

  const last = Promise.all(all.map(one => one.next()))
  await expect.poll(waiting).toBe(16)
  expect((await serving.interrupt()).code).toBe(0)
  await last
  for (const { statuses } of all) expect([...statuses].sort()).toEqual([200, 304])
})
