import type { Account, AccountList } from '@trading-network/types'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aRecord } from '../../src/testing.ts'
import { type WatchEvent, type WatchOptions, watch } from '../../src/watch.ts'
import { testClock } from './clock.ts'
import { collect, delayed, failure, headersOf, page, type Step, scripted, unchanged } from './scripted.ts'

const clock = testClock()
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

const show = ({ type, records, reset }: WatchEvent<AccountList, Account>) =>
  `${type} ${records.map(({ owner }) => owner).join('')}${reset ? ' reset' : ''}`

const following = (steps: readonly Step[], options?: WatchOptions) => {
  const { client, ...script } = scripted(clock, steps)
  const watching = watch(client.listAccounts(), options)
  return { watching, seen: collect(watching, show), ...script }
}

const lost = () => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
const without = (header: string, response: Response) => {
  response.headers.delete(header)
  return response
}

describe('a watch tells', () => {
  it('that the service is offline, and that it is online again', async () => {
    const { client } = scripted(clock, [page('a', { height: 1 }), lost(), lost(), unchanged({ height: 1 })])
    const watching = watch(client.listAccounts())
    const next = async () => (await Promise.all([watching.next(), clock.pass(2000)]))[0].value
    expect(await next()).toMatchObject({ type: 'state' })
    expect(await next()).toMatchObject({
      type: 'offline',
      error: { message: 'fetch failed' },
    })
    expect(watching.asOf).toEqual(new Date(10))
    expect(await next()).toMatchObject({ type: 'online', last: true })
    expect(Number(watching.asOf)).toBeGreaterThan(2010)
  })

  it('that the service is behind, and never shows the older state', async () => {
    const steps = [
      page('a', { height: 5 }),
      page('b', { height: 3 }),
      page('b', { height: 4 }),
      page('c', { height: 6 }),
    ]
    const { seen, requests } = following(steps)
    await clock.pass(5000)
    expect(seen).toEqual(['state a', 'behind a', 'online a', 'removed c', 'added c'])
    expect(requests[2]?.headers.get('prefer')).toBe(null)
  })
})

it.each<[boolean, string, object, Step]>([
  [false, 'the next block', {}, page('ab', { height: 2 })],
  [true, 'a later block that was there at once', {}, page('ab', { height: 3 })],
  [false, 'a later block if the service has held the request', {}, delayed(600, page('ab', { height: 3 }))],
  [
    true,
    'it if the request has waited in the client, not at the server',
    { 'ratelimit-remaining': '0', 'ratelimit-reset': '2' },
    page('ab', { height: 3 }),
  ],
])('merged is %s for %s', async (merged, _, limits, step) => {
  const first = page('a', { height: 1 })
  for (const [name, value] of Object.entries(limits)) first.headers.set(name, value)
  const { client } = scripted(clock, [first, step])
  const seen = collect(watch(client.listAccounts()), event => `${event.type} ${event.merged}`)
  await clock.pass(5000)
  expect(seen.at(-1)).toBe(`added ${merged}`)
})

describe('a watch goes on', () => {
  it('after a refusal of a request that waits: the next one decides', async () => {
    const { seen } = following([page('a', { height: 1 }), failure(400), page('b', { height: 2 })])
    await clock.pass(5000)
    expect(seen).toEqual(['state a', 'removed b', 'added b'])
  })

  it('after a maintenance of five minutes, and asks once in maxWait', async () => {
    const closed = () => failure(503, { 'retry-after': '300' })
    const steps = [page('a', { height: 1 }), closed(), closed(), closed(), page('b', { height: 2 })]
    const { seen, requests } = following(steps)
    await clock.pass(130_000)
    expect(seen).toEqual(['state a', 'offline a', 'online a', 'removed b', 'added b'])
    expect(requests.slice(2).map(({ at }) => Math.round(at / 10_000))).toEqual([0, 6, 12, 12])
  })

  it.each([
    ['another chain id', { height: 9, chain: 'b' }],
    ['another hash of the same height', { height: 5, hash: 'b5' }],
    ['a lower height with a later time', { height: 2, time: 60 }],
  ])('with a new state after %s', async (_, block) => {
    const { seen, requests } = following([
      page('a', { height: 5 }),
      page('b', block),
      page('c', { ...block, hash: 'c', height: 10 }),
    ])
    await clock.pass(3000)
    expect(seen).toEqual(['state a', 'state b reset', 'removed c', 'added c'])
    expect(requests[2]?.headers.get('x-min-block-height')).toBe(`${block.height}`)
  })

  it('without a reset when a header of the block was missing before', async () => {
    const block = { height: 5 }
    const { seen } = following([without('x-block-hash', page('a', block)), page('b', block)])
    await clock.pass(3000)
    expect(seen).toEqual(['state a', 'removed b', 'added b'])
  })

  it('behind a proxy that strips the headers of the block', async () => {
    const older = [page('c', { height: 4 }), page('c', { height: 4 })]
    const { seen } = following([page('a', { height: 5 }), page('b', undefined), ...older])
    await clock.pass(5000)
    expect(seen).toEqual(['state a', 'removed b', 'added b', 'behind b'])
  })
})

describe('a watch asks', () => {
  const changing = (turn: number, height = turn) => page(turn % 2 ? 'a' : 'b', { height })

  it('soon after a new failure, whatever went before a success', async () => {
    const { requests } = following([
      page('a', { height: 1 }),
      ...Array.from({ length: 5 }, lost),
      page('b', { height: 2 }),
      lost(),
      lost(),
    ])
    await clock.pass(30_000)
    const [failure = 0, next = 0] = requests.slice(8).map(({ at }) => at)
    expect(next - failure).toBe(810)
  })

  it.each<[string, (turn: number) => Response]>([
    ['a service without Preference-Applied', turn => without('preference-applied', changing(turn))],
    ['a service without ETag', turn => without('etag', changing(turn))],
    ['a service whose height does not grow', turn => changing(turn, 1)],
    ['a service that fails', () => failure(503)],
  ])('%s once in an interval, also while each response is new, and without maxWait', async (_, respond) => {
    const { client, requests } = scripted(
      clock,
      Array.from({ length: 50 }, (_, turn) => respond(turn)),
    )
    collect(watch(client.listAccounts({}, { maxWait: 0 })), show)
    await clock.pass(10_000)
    expect(requests.length).toBeLessThan(13)
    expect(requests.length).toBeGreaterThan(8)
  })
})

it('a watch adds the timeout of its call to the wait, also one of the environment, which is text', async () => {
  const { client } = scripted(clock, [page('a', { height: 1 }), delayed(40_000, page('ab', { height: 2 }))])
  const seen = collect(watch(client.listAccounts({}, { timeout: '20000' as never })), show)
  await clock.pass(90_000)
  expect(seen).toEqual(['state a', 'added ab', 'offline ab'])
})

it('a watch ends between two events of a block, by its signal', async () => {
  const controller = new AbortController()
  const { client } = scripted(clock, [page('a', { height: 1 }), page('b', { height: 2 })])
  const seen = collect(watch(client.listAccounts({}, { signal: controller.signal })), event => {
    if (event.type === 'removed') controller.abort(new Error('enough'))
    return show(event)
  })
  await clock.pass(3000)
  expect(seen).toEqual(['state a', 'removed b', 'Error: enough'])
})

describe('an order that is not there yet', () => {
  const order = () => Response.json({ order: aRecord('getOrder') }, { headers: headersOf({ height: 3 }) })
  const missing = () => failure(404, { ...headersOf({ height: 1 }), 'preference-applied': 'wait=25' })
  const orders = (steps: readonly Step[], options: WatchOptions) => {
    const { client, requests } = scripted(clock, steps)
    const watching = watch(client.getOrder({ orderId: 'ab' }), options)
    return { requests, seen: collect(watching, ({ type, records }) => `${type} ${records.length}`) }
  }

  it('is awaited with allowMissing, and then followed', async () => {
    const { seen, requests } = orders([missing(), missing(), missing(), order()], { allowMissing: true })
    await clock.pass(5000)
    expect(seen).toEqual(['state 0', 'added 1'])
    expect(requests[2]?.headers.get('prefer')).toBe('wait=25')
  })

  it('ends the watch without allowMissing', async () => {
    const { seen } = orders([missing(), missing()], {})
    await clock.pass(5000)
    expect(seen).toEqual(['ApiError: getOrder answered 404: scripted'])
  })
})
