import type { Account, AccountList } from '@trading-network/types'
import { describe, expect, it, vi } from 'vitest'
import { createClient, type Fetch } from '../../src/index.ts'
import { aPage, aRecord } from '../../src/testing.ts'
import { type WatchEvent, type Watching, watch } from '../../src/watch.ts'
import { testClock } from './clock.ts'
import { accountsPage, collect, headersOf, page, scripted } from './scripted.ts'

const clock = testClock()

/** A page of accounts by owner, each with its balance. */
const balancesAt = (height: number, balances: Readonly<Record<string, `${bigint}`>>) => {
  const accounts = Object.entries(balances).map(([owner, balance]) =>
    aRecord('listAccounts', { owner, balance }),
  )
  return accountsPage(accounts, { height }, `"${height}"`)
}

it('a watch yields the state, and then the changes of each block', async () => {
  const steps = [balancesAt(1, { a: '1', b: '2', c: '3' }), balancesAt(2, { b: '2', c: '4', d: '5' })]
  const { client, requests } = scripted(clock, steps)
  const events: WatchEvent<AccountList, Account>[] = []
  const onAttempt = vi.fn()
  collect(watch(client.listAccounts({}, { headers: { 'x-own': 'mine' }, onAttempt })), event => {
    events.push(event)
    return event.type
  })
  await clock.pass(3000)
  const short = ({ type, record, previous, blockHeight, merged, last, records }: (typeof events)[0]) => [
    type,
    (record ?? previous)?.owner,
    previous?.balance,
    record?.balance,
    blockHeight,
    merged && 'merged',
    last && 'last',
    records.length,
  ]
  expect(events.map(short)).toEqual([
    ['state', undefined, undefined, undefined, '1', false, 'last', 3],
    ['removed', 'a', '1', undefined, '2', false, false, 3],
    ['changed', 'c', '3', '4', '2', false, false, 3],
    ['added', 'd', undefined, '5', '2', false, 'last', 3],
  ])
  const [state, removed, , added] = events
  expect(added?.data?.accounts.edges.map(({ node }) => node.owner)).toEqual(['b', 'c', 'd'])
  expect(added?.records).toBe(removed?.records)
  expect(added?.records[0]).toBe(state?.records[1])
  const sent = requests.map(({ headers }) =>
    ['x-own', 'prefer', 'x-min-block-height', 'if-none-match'].map(name => headers.get(name)),
  )
  expect(sent).toEqual([
    ['mine', null, null, null],
    ['mine', 'wait=25', '1', '"1"'],
    ['mine', 'wait=25', '2', '"2"'],
  ])
  expect(onAttempt).toHaveBeenCalledTimes(2)
})

it('a change beside the records is a state, and one of the cursors of the page is none', async () => {
  const stakeAt = (height: number, currentStakeAvailable: `${bigint}`, endCursor: string) => {
    const page = aPage('getStake', [aRecord('getStake')], { endCursor })
    const headers = { ...headersOf({ height }), etag: `"${height}"`, 'preference-applied': 'wait=25' }
    return Response.json({ ...page, currentStakeAvailable }, { headers })
  }
  const steps = [stakeAt(1, '5', 'a'), stakeAt(2, '3', 'a'), stakeAt(3, '3', 'b')]
  const { client, left } = scripted(clock, steps)
  const watching = watch(client.getStake({ partyId: 'ab' }))
  const seen = collect(
    watching,
    ({ type, data, reset }) => `${type} ${data?.currentStakeAvailable}, reset ${reset}`,
  )
  await clock.pass(5000)
  expect(left).toEqual([])
  expect(seen).toEqual(['state 5, reset false', 'state 3, reset false'])
})

describe('a watch ends', () => {
  it.each<[string, (watching: Watching<unknown, unknown>) => Promise<unknown>, unknown]>([
    ['return()', watching => watching.return(), { value: undefined, done: true }],
    ['throw()', watching => watching.throw(new Error('enough')).catch(({ message }) => message), 'enough'],
  ])('by %s at once, and aborts the request that the service holds', async (_, end, expected) => {
    const { client, requests } = scripted(clock, [page('a', { height: 1 })])
    const watching = watch(client.listAccounts())
    const [state] = await Promise.all([watching.next(), clock.pass(100)])
    expect(state.value?.type).toBe('state')
    const next = watching.next()
    await clock.pass(100)
    expect(requests[1]?.signal.aborted).toBe(false)
    const ended = end(watching)
    await clock.pass(0)
    expect(requests[1]?.signal.aborted).toBe(true)
    expect([await ended, await next]).toEqual([expected, { value: undefined, done: true }])
  })

  it('before it starts, for an invalid value', () => {
    const list = () => createClient({ baseUrl: 'http://network.test' }).listAccounts()
    expect(() => watch(list(), { interval: -1 })).toThrow('interval must not be -1')
    expect(() => watch(list(), { interval: Number.NaN })).toThrow('interval must not be NaN')
    const signal = new AbortController().signal as never
    expect(() => watch(list(), signal)).toThrow('options must not be [object AbortSignal]')
    expect(() => watch(Promise.resolve({}) as never)).toThrow('call must not be')
    expect(() => watch(undefined as never)).toThrow('call must not be undefined')
  })
})

it('requests that wait leave room for other requests of the client', async () => {
  let waiting = 0
  // The server allows fewer requests than there are watches.
  const fetch: Fetch = async ({ headers }) => {
    if (headers.has('prefer')) await new Promise(() => waiting++)
    const response = page('a', { height: 1 })
    response.headers.set('ratelimit-remaining', '2')
    return response
  }
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  for (let count = 0; count < 20; count++) collect(watch(client.listAccounts()), ({ type }) => type)
  await clock.pass(2000)
  expect(waiting).toBe(20)
  expect((await client.listAccounts()).accounts.edges).toHaveLength(1)
})
