import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Chain } from '../chain.ts'
import { newDatabase } from '../database.ts'
import { account, party } from '../events.ts'
import { ingestInto, opened } from '../running.ts'
import { FrontProxy, missing } from './front-proxy.ts'

const LIST = '/api/v2/accounts'
/** Longest time for which a cache may hold a page, in milliseconds. */
const HELD = 1_000
/** Time after which a request asks the service itself, as `proxy_cache_lock_timeout` says; milliseconds. */
const PATIENCE = 100

/** A service whose requests are counted; each block changes the balance of its only account to its height. */
async function countedService() {
  const { database, release } = await newDatabase('sqlite')
  const chain = new Chain()
  const addBlock = async () => {
    const before = chain.lines.length
    chain.block(account({ owner: party(1), balance: String(chain.height + 1n) }))
    await ingestInto(database, chain.lines.slice(before))
    return Date.now()
  }
  await addBlock()
  const { app, listen, close } = await opened(database, { rateLimit: { requests: 1e6, window: 3_600_000 } })
  const counts = { requests: 0 }
  app.server.on('request', () => {
    counts.requests += 1
  })
  return { host: new URL(await listen()).host, counts, chain, addBlock, close: () => close().then(release) }
}

const absent = missing('nginx')

describe.skipIf(absent)(`nginx as a cache in front ${absent}`, () => {
  let service: Awaited<ReturnType<typeof countedService>>
  let cache: Awaited<ReturnType<typeof FrontProxy.cache>>
  const get = (headers: Record<string, string> = {}, path = LIST) => fetch(cache.url + path, { headers })
  const heightOf = ({ headers }: Response) => Number(headers.get('x-block-height'))

  beforeAll(async () => {
    service = await countedService()
    cache = await FrontProxy.cache(service.host)
  })
  afterAll(async () => {
    await cache.stop()
    await service.close()
  })

  it('asks the service once a second for a page that many poll', async () => {
    const [before, begun] = [service.counts.requests, performance.now()]
    let tired = 0
    const poll = async () => {
      const asked = performance.now()
      expect((await get()).status).toBe(200)
      if (performance.now() - asked >= PATIENCE) tired += 1
    }
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 20 }, poll))
    const seconds = Math.ceil((performance.now() - begun) / 1000)
    expect(service.counts.requests - before).toBeLessThanOrEqual(1 + seconds + tired)
  })

  it('never sends an older block than the client has seen', async () => {
    await get()
    await service.addBlock()
    const height = Number(service.chain.height)
    expect(heightOf(await get({ 'x-min-block-height': String(height) }))).toBe(height)
    const ahead = await get({ 'x-min-block-height': String(height + 1) })
    expect(ahead.status).toBe(503)
    await service.addBlock()
    expect(heightOf(await get({ 'x-min-block-height': String(height + 1) }))).toBe(height + 1)
  })

  it('sends to others what is at most a second old', async () => {
    for (let block = 0; block < 3; block += 1) {
      await get()
      const committed = await service.addBlock()
      for (let begun = 0; begun <= committed + HELD; await wait(20)) {
        begun = Date.now()
        const height = heightOf(await get())
        if (begun > committed + HELD) expect(height).toBe(Number(service.chain.height))
      }
    }
  })

  it('gives each client its own request id, and no rate limit of another', async () => {
    const [one, two, none] = [
      await get({ 'x-request-id': 'one' }),
      await get({ 'x-request-id': 'two' }),
      await get(),
    ]
    expect([one, two].map(({ headers }) => headers.get('x-request-id'))).toEqual(['one', 'two'])
    expect(none.headers.get('x-request-id')).toMatch(/^[\w-]{9,}$/)
    expect(one.headers.has('ratelimit-remaining')).toBe(false)
    expect(one.headers.get('cache-control')).toBe('no-cache')
  })

  it('sends 304 to a client that has the page', async () => {
    const tag = (await get()).headers.get('etag') ?? ''
    const again = await get({ 'if-none-match': tag })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    expect(heightOf(again)).toBe(Number(service.chain.height))
  })

  it('passes each request that waits to the service, which holds it until its response changes', async () => {
    const tag = (await get({ 'x-min-block-height': String(service.chain.height) })).headers.get('etag') ?? ''
    const waits = (seconds: number) => get({ 'if-none-match': tag, prefer: `wait=${seconds}` })
    const over = await waits(1)
    expect([over.status, over.headers.get('preference-applied')]).toEqual([304, 'wait=1'])
    const waiting = [waits(60), waits(60), waits(60)]
    await wait(200)
    await service.addBlock()
    for (const response of await Promise.all(waiting))
      expect([response.status, heightOf(response)]).toEqual([200, Number(service.chain.height)])
  })

  it('gives no client the preference of another', async () => {
    const least = { 'x-min-block-height': String(service.chain.height) }
    const asked = [get({ ...least, prefer: 'wait=7' }), get(least), get(least), get(least)]
    const applied = (await Promise.all(asked)).map(({ headers }) => headers.get('preference-applied'))
    expect(applied).toEqual(['wait=7', null, null, null])
  })

  it('holds no error', async () => {
    const order = `/api/v2/order/${'d'.repeat(64)}`
    const before = service.counts.requests
    expect((await get({}, order)).status).toBe(404)
    expect((await get({}, order)).status).toBe(404)
    expect((await get({}, `${LIST}?wrong=1`)).status).toBe(400)
    expect((await get({}, `${LIST}?wrong=1`)).status).toBe(400)
    expect(service.counts.requests - before).toBe(4)
  })
})
