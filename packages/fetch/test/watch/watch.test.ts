import type { Account, AccountList } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/index.ts'
import { aRecord, exampleFetch } from '../../src/testing.ts'
import { type WatchEvent, watch } from '../../src/watch.ts'
import { HoldingServer } from './holding-server.ts'

type Events = AsyncGenerator<WatchEvent<AccountList, Account>, void, undefined>

const take = async (events: Events): Promise<WatchEvent<AccountList, Account>> => {
  const { value } = await events.next()
  if (!value) throw new Error('the watch has ended')
  return value
}

const short = ({
  type,
  record,
  previous,
  blockHeight,
  merged,
  last,
  records,
}: WatchEvent<AccountList, Account>) => [
  type,
  (record ?? previous)?.owner,
  previous?.balance,
  record?.balance,
  blockHeight,
  merged && 'merged',
  last && 'last',
  records.length,
]

describe('a watch', () => {
  it('yields the state, and then the changes of each block', async () => {
    const server = await HoldingServer.start({ a: '1', b: '2', c: '3' })
    const client = createClient({ baseUrl: server.baseUrl })
    const events: Events = watch(client.listAccounts({}, { headers: { 'x-own': 'mine' } }))
    const state = await take(events)
    expect(short(state)).toEqual(['state', undefined, undefined, undefined, '1', false, 'last', 3])
    const next = take(events)
    await expect.poll(() => server.headers.length).toBe(2)
    server.commit({ b: '2', c: '4', d: '5' })
    const [removed, changed, added] = [await next, await take(events), await take(events)]
    expect([removed, changed, added].map(short)).toEqual([
      ['removed', 'a', '1', undefined, '2', false, false, 3],
      ['changed', 'c', '3', '4', '2', false, false, 3],
      ['added', 'd', undefined, '5', '2', false, 'last', 3],
    ])
    expect(added.data?.accounts.edges.map(({ node }) => node.owner)).toEqual(['b', 'c', 'd'])
    expect(added.records).toBe(removed.records)
    expect(added.records[0]).toBe(state.records[1])
    await events.return()
    expect(server.headers.map(each => [each['x-own'], each.prefer, each['x-min-block-height']])).toEqual([
      ['mine', undefined, undefined],
      ['mine', 'wait=25', '1'],
    ])
  })

  it('of an order yields its state and its changes', async () => {
    const orders = (['2', '2', '3'] as const).map(price => ({ order: aRecord('getOrder', { price }) }))
    const fetch = exampleFetch({ getOrder: orders })
    const client = createClient({ baseUrl: 'http://network.test', fetch })
    const prices: unknown[] = []
    for await (const { type, record, records } of watch(client.getOrder({ orderId: 'ab' }), {
      interval: 1,
    })) {
      prices.push([type, record?.price, records[0]?.price])
      if (`${records[0]?.price}` === '3') break
    }
    expect(prices).toEqual([
      ['state', undefined, '2'],
      ['changed', '3', '3'],
    ])
  })

  it('waits longer than the timeout of an attempt', async () => {
    const server = await HoldingServer.start({})
    const errors: unknown[] = []
    const client = createClient({
      baseUrl: server.baseUrl,
      timeout: 500,
      onAttempt: ({ error }) => errors.push(error),
    })
    const events: Events = watch(client.listAccounts())
    await take(events)
    setTimeout(() => server.commit({ a: '1' }), 1000)
    expect(short(await take(events)).slice(0, 2)).toEqual(['added', 'a'])
    expect(errors).toEqual([undefined, undefined])
    await events.return()
  })
})

describe('a watch ends', () => {
  it('by return(), and aborts the request', async () => {
    const server = await HoldingServer.start({})
    const events: Events = watch(createClient({ baseUrl: server.baseUrl }).listAccounts())
    await take(events)
    const next = events.next()
    await expect.poll(() => server.headers.length).toBe(2)
    await events.return()
    expect(await next).toEqual({ value: undefined, done: true })
    await expect.poll(() => server.gone).toBe(1)
  })

  it('by the signal of the call, with its reason', async () => {
    const server = await HoldingServer.start({})
    const controller = new AbortController()
    const client = createClient({ baseUrl: server.baseUrl })
    const events: Events = watch(client.listAccounts({}, { signal: controller.signal }))
    await take(events)
    const next = events.next()
    await expect.poll(() => server.headers.length).toBe(2)
    controller.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
    await expect.poll(() => server.gone).toBe(1)
  })

  it('at an error that no retry mends', async () => {
    const client = createClient({
      baseUrl: 'http://network.test',
      fetch: exampleFetch({ getOrder: 'error-orderNotFound' }),
    })
    await expect(watch(client.getOrder({ orderId: 'ab' })).next()).rejects.toMatchObject({ status: 404 })
  })

  it('before it starts, for an invalid value', () => {
    const list = () => createClient({ baseUrl: 'http://network.test' }).listAccounts()
    expect(() => watch(list(), { interval: -1 })).toThrow('interval must not be -1')
    expect(() => watch(list(), { interval: Number.NaN })).toThrow('interval must not be NaN')
    expect(() => watch(Promise.resolve({}) as never)).toThrow('call must not be')
    expect(() => watch(undefined as never)).toThrow('call must not be undefined')
  })
})

describe('without held requests', () => {
  it('a watch polls with conditional requests', async () => {
    const server = await HoldingServer.start({ a: '1' })
    server.holds = false
    const events: Events = watch(createClient({ baseUrl: server.baseUrl }).listAccounts(), { interval: 50 })
    await take(events)
    const started = performance.now()
    const next = take(events)
    await expect.poll(() => server.headers.length).toBeGreaterThan(2)
    server.commit({ a: '2' })
    expect(short(await next).slice(0, 5)).toEqual(['changed', 'a', '1', '2', '2'])
    // Each poll waits for at least the interval after the one before it.
    expect(server.headers.length).toBeLessThanOrEqual(3 + (performance.now() - started) / 50)
    expect(server.headers.slice(1).every(each => each['if-none-match'])).toBe(true)
    await events.return()
  })
})

it('requests that wait leave room for other requests of the client', async () => {
  const server = await HoldingServer.start({ a: '1' })
  // The server allows fewer requests than there are watches.
  server.refuse = response => {
    response.setHeader('ratelimit-remaining', '2')
    return false
  }
  const client = createClient({ baseUrl: server.baseUrl })
  const watches = Array.from({ length: 20 }, (): Events => watch(client.listAccounts()))
  await Promise.all(watches.map(take))
  const next = watches.map(take)
  await expect.poll(() => server.headers.filter(({ prefer }) => prefer).length).toBe(20)
  expect((await client.listAccounts()).accounts.edges).toHaveLength(1)
  server.commit({ a: '2' })
  for (const event of await Promise.all(next)) expect(event.type).toBe('changed')
  for (const events of watches) await events.return()
})
