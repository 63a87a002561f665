import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createHttp } from '../../src/http/app.ts'
import { WaitingRequests } from '../../src/http/waiting-requests.ts'
import { openDatabases } from '../../src/network/databases.ts'
import { operations } from '../../src/network/open-network.ts'
import { Chain } from '../chain.ts'
import { market, orderId, party, stopOrder } from '../events.ts'
import { Follower } from '../follower.ts'
import { ingestInto } from '../running.ts'
import { run } from './database.ts'
import { Link } from './simulation/link.ts'
import { Pair } from './simulation/pair.ts'

const PARTIES = [0, 1, 2]
const path = (number: number) => `/api/v2/stoporders?filter.partyIds=${party(number)}`

let pair: Pair
let made = 0
beforeAll(async () => {
  pair = await Pair.start()
})
afterAll(() => pair.close())

/** A service on a primary and a replica at block 3. Each block has a stop order of one party, in turn. */
async function following() {
  const name = `waiting_${made++}`
  await run(pair.primary.url(), `CREATE DATABASE ${name}`)
  const chain = new Chain()
  const store = async (until: number) => {
    while (chain.height < until) {
      const height = Number(chain.height) + 1
      const owner = { partyId: party(height % 3), marketId: market(1) }
      chain.block(stopOrder({ id: orderId(height), ...owner, status: 'STATUS_PENDING' }))
      await ingestInto(pair.primary.url(name), chain.lines)
    }
  }
  await store(3)
  await pair.catchUp()
  const links = [await Link.open(pair.primary.port), await Link.open(pair.standby.port)] as const
  const [database = '', replica = ''] = links.map(
    ({ port }) => `postgres://postgres@127.0.0.1:${port}/${name}`,
  )
  const network = await openDatabases({ database, replicas: [replica] })
  const waiting = new WaitingRequests(network)
  const app = createHttp({ operations, answer: network.answer, head: network.head, waiting })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await network.close()
    for (const link of links) link.close()
  })
  return {
    store,
    waiting,
    /** Follows the stop orders of a party. A block with another number of them than its height says is wrong. */
    follower: (number: number, seconds: number, height = 0n) =>
      new Follower(url + path(number), { seconds, height, count: at => countAt(number, at) }),
    failOver: async () => {
      await pair.failOver()
      links[0].target = pair.primary.port
      links[1].target = pair.standby.port
    },
    /** Ingests the stored events again, since the database has lost blocks. */
    storeAgain: () => ingestInto(pair.primary.url(name), chain.lines),
  }
}

/** The number of stop orders of a party at a block. */
const countAt = (number: number, height: bigint) =>
  Array.from({ length: Number(height) }, (_, index) => index + 1).filter(block => block % 3 === number).length

it('requests that wait on a replica with lag get each change, and no earlier block', async () => {
  const { store, follower, waiting } = await following()
  const followers = [...PARTIES, ...PARTIES].map(number => follower(number, 1))
  const ended = Promise.all(followers.map(one => one.until(9n)))
  await expect.poll(() => waiting.count, { interval: 5 }).toBe(followers.length)
  // The replica does not have this block. So those that wait there get none in time.
  await store(4)
  for (const { statuses } of followers) await expect.poll(() => [...statuses]).toContain(304)
  for (let height = 5; height <= 9; height += 1) {
    await store(height)
    // One that knows the block of the primary waits there, and others at the replica.
    await follower(height % 3, 1, BigInt(height)).until(BigInt(height))
    if (height % 2 === 0) await pair.catchUp()
  }
  await pair.catchUp()
  await ended
  expect(waiting.count).toBe(0)
})

it('requests that wait during a failover to a replica without the last blocks do not go back', async () => {
  const { store, follower, waiting, failOver, storeAgain } = await following()
  await store(5)
  const ahead = PARTIES.map(number => follower(number, 30, 5n))
  await Promise.all(ahead.map(one => one.until(5n)))
  // Blocks 6, 7 and 8 change the list of one party each.
  const ends = PARTIES.map(number => BigInt(6 + number))
  const aheadEnded = Promise.all(ahead.map((one, index) => one.until(ends[index] ?? 0n)))
  await expect.poll(() => waiting.count, { interval: 5 }).toBe(3)
  const others = PARTIES.map(number => follower(number, 5))
  const othersEnded = Promise.all(others.map((one, index) => one.until(ends[index] ?? 0n)))
  await expect.poll(() => waiting.count, { interval: 5 }).toBe(6)
  await failOver()
  // The database has lost blocks 4 and 5. Requests that know block 5 end with 503.
  for (const one of ahead) await expect.poll(() => [...one.statuses]).toContain(503)
  await storeAgain()
  await store(8)
  await pair.catchUp()
  await aheadEnded
  await othersEnded
  expect(waiting.count).toBe(0)
})
