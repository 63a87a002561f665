import { renameSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { WaitingOptions, WaitingRequests } from '../src/http/waiting-requests.ts'
import { Chain } from './chain.ts'
import { newPlace } from './database.ts'
import { market, order, orderId, party, stopOrder } from './events.ts'
import { ingestInto, opened } from './running.ts'

/** The places of requests are in memory. With PostgreSQL, each of them first reads over a connection. */
const MANY = 1_000
const STOP_ORDERS = `/api/v2/stoporders?filter.partyIds=${party(1)}`
const pending = (number: number, of: number) =>
  stopOrder({ id: orderId(number), partyId: party(of), marketId: market(1), status: 'STATUS_PENDING' })

/** A service on a port, over a chain that grows. */
async function following(options: Partial<WaitingOptions> = {}) {
  const chain = new Chain().block(pending(1, 1), pending(2, 2))
  const database = await newPlace()
  await ingestInto(database, chain.lines)
  const { app, waiting, listen } = await opened(database, options)
  const url = await listen()
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
  expect.poll(() => waiting.overload.accounts.held.waiting, { interval: 5 }).toBe(count)

describe('a request that waits', () => {
  it('gets the response of the commit that changes it, and none before', async () => {
    const { next, more, waiting } = await following()
    let settled = false
    const response = next(STOP_ORDERS).finally(() => {
      settled = true
    })
    await untilWaiting(waiting, 1)
    await more(pending(3, 2))
    await expect.poll(() => waiting.rereads.counts).toEqual({ changed: 0, unchanged: 1 })
    expect(settled).toBe(false)
    await more(pending(4, 1))
    const { status, headers } = await response
    expect([status, headers.get('x-block-height'), headers.get('preference-applied')]).toEqual([
      200,
      '3',
      'wait=30',
    ])
    expect((await (await response).json()).orders.edges).toHaveLength(2)
    expect(waiting.rereads.counts).toEqual({ changed: 1, unchanged: 1 })
    expect(waiting.overload.accounts.held.waiting).toBe(0)
  })

  it('gets 304, 404 or 503 with the last block when the time is up', async () => {
    const { next, get, more, waiting } = await following()
    const prefer = 'wait=4'
    const asked = [
      next(STOP_ORDERS, 4),
      get(`/api/v2/order/${orderId(7)}`, { prefer }),
      get(STOP_ORDERS, { prefer, 'x-min-block-height': '3' }),
    ]
    await untilWaiting(waiting, 3)
    await more(pending(3, 2))
    const responses = await Promise.all(asked)
    expect(responses.map(({ status }) => status)).toEqual([304, 404, 503])
    for (const { headers } of responses)
      expect([headers.get('x-block-height'), headers.get('preference-applied')]).toEqual(['2', prefer])
  })

  it('gets an answer at once with another tag, without a tag, with * and with an error', async () => {
    const { next, get } = await following()
    expect((await next(STOP_ORDERS, 30, { 'if-none-match': '"other"' })).status).toBe(200)
    const any = await next(STOP_ORDERS, 30, { 'if-none-match': ' *' })
    expect([any.status, any.headers.get('preference-applied')]).toEqual([304, null])
    const untagged = await get(STOP_ORDERS, { prefer: 'wait=30' })
    expect([untagged.status, untagged.headers.get('preference-applied')]).toEqual([200, null])
    expect((await next(`${STOP_ORDERS}&x=1`)).status).toBe(400)
    expect((await next(`/api/v2/order/${orderId(9)}`)).status).toBe(404)
  })

  it('gets an order as soon as it exists', async () => {
    const { get, more, waiting } = await following()
    const path = `/api/v2/order/${orderId(7)}`
    const first = get(path, { prefer: 'wait=30' })
    await untilWaiting(waiting, 1)
    await more(pending(3, 2))
    await more(order({ id: orderId(7) }))
    const found = await first
    expect([found.status, found.headers.get('preference-applied')]).toEqual([200, 'wait=30'])
    // Its next request has a tag. An order that exists needs no wait.
    expect((await get(path, { prefer: 'wait=30' })).status).toBe(200)
    expect(waiting.rereads.counts.changed).toBe(1)
  })

  it('gets the block of X-Min-Block-Height as soon as it is there', async () => {
    const { get, more, waiting } = await following()
    const first = get(STOP_ORDERS, { prefer: 'wait=30', 'x-min-block-height': '3' })
    await untilWaiting(waiting, 1)
    await more(pending(3, 2))
    await more(pending(4, 2))
    const reached = await first
    expect([reached.status, reached.headers.get('x-block-height')]).toEqual([200, '3'])
    // The block before was of no use to it.
    expect(waiting.rereads.counts).toEqual({ changed: 1, unchanged: 0 })
    expect((await get(STOP_ORDERS, { 'x-min-block-height': '9' })).status).toBe(503)
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
    const { next, get, more, waiting } = await following({ maxWaiting: 2 })
    const held = [next(STOP_ORDERS), next(STOP_ORDERS)]
    await untilWaiting(waiting, 2)
    const refused = await next(STOP_ORDERS, 3)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await get(STOP_ORDERS)).status).toBe(200)
    await more(pending(4, 1))
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('waits no longer than the maximum, which the response reports', async () => {
    const { next } = await following({ maxWait: 1 })
    const response = await next(STOP_ORDERS, 999_999_999_999)
    expect([response.status, response.headers.get('preference-applied')]).toEqual([304, 'wait=1'])
  })

  it(`gets 304 at shutdown, and so do ${MANY} of them`, async () => {
    const { app, get, tagOf, waiting } = await following()
    const headers = { 'if-none-match': await tagOf(STOP_ORDERS), prefer: 'wait=50' }
    const held = get(STOP_ORDERS, headers)
    await untilWaiting(waiting, 1)
    const others: Promise<{ statusCode: number }>[] = []
    while (others.length < MANY - 1) {
      const url = `${STOP_ORDERS}&pagination.first=${(others.length % 4000) + 2}`
      others.push(app.inject({ url, headers }))
      // More at once would be refused by the pool of connections to PostgreSQL.
      if (others.length % 200 === 0) await untilWaiting(waiting, 1 + others.length)
    }
    await untilWaiting(waiting, MANY)
    await app.close()
    const { status, headers: received } = await held
    expect([status, received.get('connection')]).toEqual([304, 'close'])
    expect(new Set((await Promise.all(others)).map(({ statusCode }) => statusCode))).toEqual(new Set([304]))
  })

  it('gets the response when the file is replaced, even by one at a lower block', async () => {
    const { database, next, more, waiting } = await following()
    await more(pending(3, 2))
    const other = await newPlace()
    await ingestInto(other, new Chain().block(pending(9, 1)).lines)
    const response = next(STOP_ORDERS)
    await untilWaiting(waiting, 1)
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })
    renameSync(other, database)
    const { status, headers } = await response
    expect([status, headers.get('x-block-height')]).toEqual([200, '1'])
  })
})
