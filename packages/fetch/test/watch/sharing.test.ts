import { setTimeout } from 'node:timers/promises'
import type { Account, AccountList } from '@trading-network/types'
import { expect, it } from 'vitest'
import { createClient } from '../../src/index.ts'
import { type Watching, watch } from '../../src/watch.ts'
import { HoldingServer } from './holding-server.ts'

const take = async (watching: Watching<AccountList, Account>) => (await watching.next()).value
const balance = async (next: ReturnType<typeof take>) => (await next)?.records[0]?.balance

it('equal watches of a client share their requests', async () => {
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl, headers: { 'x-own': 'mine' } })
  const watches = [1, 2, 3].map(() => watch(client.listAccounts({ 'filter.partyIds': ['a'] })))
  await Promise.all(watches.map(take))
  const next = watches.map(take)
  await expect.poll(() => server.headers.length).toBe(2)
  server.commit({ a: '2' })
  expect(await Promise.all(next.map(balance))).toEqual(['2', '2', '2'])
  for (const each of watches) await each.return()
})

it('a late watch asks for the state once, and then shares the request of the others', async () => {
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl })
  const first = watch(client.listAccounts())
  await take(first)
  const next = take(first)
  await expect.poll(() => server.headers.length).toBe(2)
  const second = watch(client.listAccounts())
  expect(await take(second)).toMatchObject({ type: 'state', records: [{ balance: '1' }] })
  const joined = take(second)
  await setTimeout(50)
  expect(server.headers.map(({ prefer }) => prefer)).toEqual([undefined, 'wait=25', undefined])
  server.commit({ a: '2' })
  expect([await balance(next), await balance(joined)]).toEqual(['2', '2'])
  await first.return()
  await second.return()
})

it('a slow watch gets the latest state', async () => {
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl })
  const [first, second] = [watch(client.listAccounts()), watch(client.listAccounts())]
  await Promise.all([take(first), take(second)])
  for (const each of ['2', '3'] as const) {
    const next = take(first)
    server.commit({ a: each })
    expect(await balance(next)).toBe(each)
  }
  expect(await take(second)).toMatchObject({ type: 'changed', merged: true, record: { balance: '3' } })
  await first.return()
  await second.return()
})

it('a watch that nobody reads gives a late one a fresh state', async () => {
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl })
  const [slow, late] = [watch(client.listAccounts()), watch(client.listAccounts())]
  await take(slow)
  server.commit({ a: '2' })
  expect(await take(late)).toMatchObject({ type: 'state', records: [{ balance: '2' }] })
  await slow.return()
  await late.return()
})

it('a signal ends one watch only, and the last one ends the request', async () => {
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl })
  const stop = new AbortController()
  const [one, other] = [watch(client.listAccounts(), { signal: stop.signal }), watch(client.listAccounts())]
  await Promise.all([take(one), take(other)])
  const ending = expect(take(one)).rejects.toBe('enough')
  const next = take(other)
  await expect.poll(() => server.headers.length).toBe(2)
  stop.abort('enough')
  await ending
  server.commit({ a: '2' })
  expect(await balance(next)).toBe('2')
  const last = take(other)
  await expect.poll(() => server.headers.length).toBe(3)
  await other.return()
  expect(await last).toBe(undefined)
  await expect.poll(() => server.gone).toBe(1)
})

it.each([
  ['other parameters', {}, [{ 'filter.partyIds': ['b'] }, {}]],
  ['other headers', {}, [{}, { headers: { authorization: 'another' } }]],
  ['middleware', {}, [{}, { middleware: [{ onRequest() {} }] }]],
  ['a function for headers', {}, [{}, { headers: () => ({}) }]],
  ['a fetch of the client', { fetch: (...given: Parameters<typeof fetch>) => fetch(...given) }, [{}, {}]],
] as const)('a watch with %s shares nothing', async (_, config, [params, options]) => {
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl, ...(config as object) })
  const watches = [watch(client.listAccounts()), watch(client.listAccounts(params as object, options))]
  await Promise.all(watches.map(take))
  const next = watches.map(take)
  await expect.poll(() => server.headers.filter(({ prefer }) => prefer).length).toBe(2)
  for (const each of watches) await each.return()
  await Promise.all(next)
})
