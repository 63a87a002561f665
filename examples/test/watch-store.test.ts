import { createClient } from '@trading-network/fetch'
import { aPage, aRecord, exampleFetch } from '@trading-network/fetch/testing'
import { watch } from '@trading-network/fetch/watch'
import { expect, it } from 'vitest'
import { watchStore } from '../watch-store.ts'

const accounts = (balance: `${bigint}`) => aPage('listAccounts', [aRecord('listAccounts', { balance })])
const closed = new Response(null, { status: 503, headers: { 'retry-after': '0' } })
const forbidden = new Response(null, { status: 403 })

it('a store has the state of its watch, its status and its end', async () => {
  const listAccounts = [accounts('1'), closed, closed, accounts('2'), forbidden]
  const client = createClient({ baseUrl: 'http://network.test', fetch: exampleFetch({ listAccounts }) })
  const store = watchStore(() => watch(client.listAccounts(), { interval: 1 }))
  const seen: string[] = []
  expect(store.getSnapshot().status).toBe('connecting')
  const end = store.subscribe(() => {
    const { status, records } = store.getSnapshot()
    seen.push(`${status} ${records[0]?.balance}`)
  })
  await expect.poll(() => seen).toEqual(['online 1', 'offline 1', 'online 1', 'online 2', 'ended 2'])
  expect(store.getSnapshot()).toMatchObject({ error: { status: 403 }, asOf: expect.any(Date) })
  end()
})

it('the end of the last subscription ends the watch', async () => {
  const client = createClient({
    baseUrl: 'http://network.test',
    fetch: exampleFetch({ listAccounts: accounts('1') }),
  })
  const watches: ReturnType<typeof start>[] = []
  const start = () => watch(client.listAccounts(), { interval: 1 })
  const store = watchStore(() => {
    const watching = start()
    watches.push(watching)
    return watching
  })
  const ends = [store.subscribe(() => {}), store.subscribe(() => {})]
  await expect.poll(() => store.getSnapshot().status).toBe('online')
  for (const end of ends) end()
  expect(watches).toHaveLength(1)
  expect(await watches[0]?.next()).toEqual({ done: true, value: undefined })
})
