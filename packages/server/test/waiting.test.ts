import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttp } from '../src/http/app.ts'
import { type WaitingOptions, WaitingRequests } from '../src/http/waiting-requests.ts'
import { openDatabases } from '../src/network/databases.ts'
import { operations } from '../src/network/open-network.ts'
import { Chain } from './chain.ts'
import { newDatabase } from './database.ts'
import { account, market, orderId, party, stopOrder } from './events.ts'
import { ingestInto } from './running.ts'

const STOP_ORDERS = `/api/v2/stoporders?filter.partyIds=${party(1)}`
const pending = (number: number, of: number) =>
  stopOrder({ id: orderId(number), partyId: party(of), marketId: market(1), status: 'STATUS_PENDING' })

/** A service on a port, over a chain that grows. */
async function following(options: Partial<WaitingOptions> = {}) {
  const chain = new Chain().block(pending(1, 1), pending(2, 2))
  const { database, release } = await newDatabase()
  await ingestInto(database, chain.lines)
  const network = await openDatabases({ database })
  const waiting = new WaitingRequests(network, options)
  const app = createHttp({ operations, answer: network.answer, head: network.head, waiting })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await network.close()
    await release()
  })
  const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers })
  const tagOf = async (path: string) => (await get(path)).headers.get('etag') ?? ''
  return {
    ...{ database, waiting, app, get, tagOf },
    /** Sends a request that waits. It has the current response, unless it names another tag. */
    next: async (path: string, seconds = 30, headers: Record<string, string> = {}, init: RequestInit = {}) =>
      get(path, { 'if-none-match': await tagOf(path), prefer: `wait=${seconds}`, ...headers }, init),
    more: (...events: Parameters<Chain['block']>) => ingestInto(database, chain.block(...events).lines),
  }
}

/** Waits until so many requests wait. */
const untilWaiting = (waiting: WaitingRequests, count: number) =>
  expect.poll(() => waiting.count, { interval: 5 }).toBe(count)

describe('a request that waits', () => {
  it('gets the response of the commit that changes it, and none before', async () => {
    const { next, more, waiting } = await following()
    let settled = false
    const response = next(STOP_ORDERS).finally(() => {
      settled = true
    })
    await untilWaiting(waiting, 1)
    await more(pending(3, 2))
    await wait(200)
    expect([settled, waiting.reads]).toEqual([false, { changed: 0, unchanged: 0 }])
    await more(pending(4, 1))
    const { status, headers } = await response
    expect([status, headers.get('x-block-height'), headers.get('preference-applied')]).toEqual([200, '3', 'wait=30'])
    expect((await (await response).json()).orders.edges).toHaveLength(2)
    expect(waiting.reads).toEqual({ changed: 1, unchanged: 0 })
    expect(waiting.count).toBe(0)
  })

  it('gets 304 with the last block when the time is up', async () => {
    const { next, more, waiting } = await following()
    const response = next(STOP_ORDERS, 1)
    await untilWaiting(waiting, 1)
    await more(pending(3, 2))
    const { status, headers } = await response
    expect([status, headers.get('x-block-height'), headers.get('preference-applied')]).toEqual([304, '2', 'wait=1'])
  })

  it('gets an answer at once with another tag, without a tag, with * and with an error', async () => {
    const { next, get } = await following()
    expect((await next(STOP_ORDERS, 30, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await next(STOP_ORDERS, 30, { 'if-none-match': '*' })).status).toBe(304)
    const untagged = await get(STOP_ORDERS, { prefer: 'wait=30' })
    expect([untagged.status, untagged.headers.get('preference-applied')]).toEqual([200, null])
    expect((await next(`${STOP_ORDERS}&x=1`)).status).toBe(400)
    expect((await next(`/api/v2/order/${orderId(9)}`)).status).toBe(404)
  })

  it('waits with HEAD too', async () => {
    const { next, more, waiting } = await following()
    const response = next(STOP_ORDERS, 30, {}, { method: 'HEAD' })
    await untilWaiting(waiting, 1)
    await more(pending(4, 1))
    expect((await response).status).toBe(200)
  })

  it('shares its read with the others of the URL', async () => {
    const { next, more, waiting } = await following()
    const responses = Array.from({ length: 20 }, () => next(STOP_ORDERS))
    await untilWaiting(waiting, 20)
    await more(pending(4, 1))
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect(waiting.reads).toEqual({ changed: 1, unchanged: 0 })
  })

  it('frees its place when its client disconnects', async () => {
    const { next, waiting } = await following()
    const leaving = new AbortController()
    const response = next(STOP_ORDERS, 30, {}, { signal: leaving.signal })
    await untilWaiting(waiting, 1)
    leaving.abort()
    await expect(response).rejects.toThrow()
    await untilWaiting(waiting, 0)
  })

  it('is refused with 503 and Retry-After above the limit, and others are served', async () => {
    const { next, get, waiting } = await following({ maxWaiting: 2 })
    const held = [next(STOP_ORDERS, 3), next(STOP_ORDERS, 3)]
    await untilWaiting(waiting, 2)
    const refused = await next(STOP_ORDERS, 3)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await get(STOP_ORDERS)).status).toBe(200)
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([304, 304])
  })

  it('waits no longer than the maximum, which the response reports', async () => {
    const { next } = await following({ maxWait: 1 })
    const response = await next(STOP_ORDERS, 999_999_999_999)
    expect([response.status, response.headers.get('preference-applied')]).toEqual([304, 'wait=1'])
  })

  it('is answered at shutdown, as are 10,000 of them', async () => {
    const { app, get, tagOf, waiting } = await following()
    const tag = await tagOf(STOP_ORDERS)
    const headers = { 'if-none-match': tag, prefer: 'wait=50' }
    const held = Array.from({ length: 10_000 }, (_, number) =>
      app.inject({ url: `${STOP_ORDERS}&pagination.first=${(number % 4000) + 2}`, headers }),
    )
    const real = get(STOP_ORDERS, headers)
    await untilWaiting(waiting, 10_000).catch(() => undefined)
    await app.close()
    const statuses = new Set((await Promise.all(held)).map(({ statusCode }) => statusCode))
    expect([...statuses]).toEqual([304])
    expect([304, 503]).toContain((await real).status)
  })
})

describe('another history', () => {
  it('a record that waits for its account is read again when its epoch ends', async () => {
    const { next, more, waiting } = await following()
    const response = next('/api/v2/accounts', 30)
    await untilWaiting(waiting, 1)
    await more(account({ balance: '7' }))
    expect((await response).status).toBe(200)
  })
})
