import { expect, it } from 'vitest'
import { createClient, type Fetch, monotonicFetch } from '../src/index.ts'
import { noAccounts } from './local-server.ts'

const baseUrl = 'http://network.test'
/** A hundred thousand by hand: `MONOTONIC_CALLS=100000 pnpm exec vitest run packages/fetch/test/monotonic`. */
const CALLS = Number(process.env.MONOTONIC_CALLS ?? 10_000)
/** A repeatable random number from 0 to 1 (mulberry32). */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/**
 * Three replicas, each at its own block and late by a random time, behind a balancer. The balancer asks any replica,
 * and another one after a 503, as the one in `deploy/` does.
 *
 * @param obeys whether the replicas know `X-Min-Block-Height`.
 */
const replicas = (obeys: boolean) => {
  const chance = random(7)
  const heights = [0, 0, 0]
  let newest = 100
  let late = 0
  const fetch: Fetch = async ({ headers }) => {
    const least = Number(headers.get('x-min-block-height') ?? 0)
    newest++
    for (let replica = 0; replica < 3; replica++)
      if (chance() < 0.2)
        heights[replica] = Math.max(heights[replica] as number, newest - Math.floor(chance() * 20))
    for (let attempt = 0; attempt < 3; attempt++) {
      const height = heights[Math.floor(chance() * 3)] as number
      if (!obeys || height >= least)
        return Response.json(noAccounts, { headers: { 'x-block-height': `${height}` } })
      late++
    }
    return Response.json(
      { code: 14, message: 'all replicas are late', details: [] },
      { status: 503, headers: { 'retry-after': '0' } },
    )
  }
  return { fetch, late: () => late }
}

/** Steps back in the heights of calls, one after another. */
const stepsBack = async (fetch: Fetch, calls: number): Promise<number> => {
  const client = createClient({ baseUrl, fetch, retry: 200, maxWait: 1 })
  let [last, steps] = [0, 0]
  for (let call = 0; call < calls; call++) {
    const height = Number((await client.listAccounts().withResponse()).blockHeight)
    if (height < last) steps++
    last = height
  }
  return steps
}

it('calls over three replicas with random lag never go back', async () => {
  const { fetch, late } = replicas(true)
  const started = performance.now()
  expect(await stepsBack(monotonicFetch(fetch), CALLS)).toBe(0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`monotonic reads: ${CALLS} calls, 0 steps back, ${late()} late replicas, ${seconds} s`)
  expect(late()).toBeGreaterThan(CALLS / 10)
})

it('without it they do', async () => {
  expect(await stepsBack(replicas(true).fetch, 1000)).toBeGreaterThan(100)
})

it('a server that ignores the header cannot take a client back', async () => {
  expect(await stepsBack(monotonicFetch(replicas(false).fetch), 200)).toBe(0)
})

it('reads within one block all succeed, at the first attempt', async () => {
  const fetch: Fetch = async () => Response.json(noAccounts, { headers: { 'x-block-height': '7' } })
  const client = createClient({ baseUrl, fetch: monotonicFetch(fetch), retry: false })
  for (let read = 0; read < 3; read++)
    expect((await client.listAccounts().withResponse()).blockHeight).toBe('7')
})

it.each([
  ['an older block', '6', 'block 6 after block 7'],
  ['no block', undefined, 'block without height after block 7'],
  ['a block that is no number', 'newest', 'block newest after block 7'],
])('a response from %s is an error', async (_, height, message) => {
  const heights = ['7', height]
  const fetch: Fetch = async () => {
    const next = heights.shift()
    return Response.json(noAccounts, { headers: next ? { 'x-block-height': next } : {} })
  }
  const client = createClient({ baseUrl, fetch: monotonicFetch(fetch), retry: false })
  expect((await client.listAccounts().withResponse()).blockHeight).toBe('7')
  await expect(client.listAccounts()).rejects.toThrow(`listAccounts answered 503: ${message}`)
})

const headersOf = (height: number, chain: string, time = height) => ({
  'x-block-height': `${height}`,
  'x-block-timestamp': `${time}`,
  'x-block-hash': `${chain}${height}`,
  'x-chain-id': chain,
})

it.each([
  ['another chain id', headersOf(2, 'b')],
  ['a lower height with a later time', headersOf(2, 'a', 60)],
  ['another hash of the same height', { ...headersOf(7, 'a'), 'x-block-hash': 'other' }],
])('starts again with %s', async (_, restarted) => {
  let network: Record<string, string> = headersOf(7, 'a')
  const fetch: Fetch = async ({ headers }) => {
    const isReached = Number(headers.get('x-min-block-height') ?? 0) <= Number(network['x-block-height'])
    return isReached
      ? Response.json(noAccounts, { headers: network })
      : Response.json({ code: 14, message: 'not reached', details: [] }, { status: 503, headers: network })
  }
  const client = createClient({ baseUrl, fetch: monotonicFetch(fetch), retry: false })
  await client.listAccounts()
  network = restarted
  for (let read = 0; read < 2; read++)
    expect((await client.listAccounts().withResponse()).blockHeight).toBe(restarted['x-block-height'])
})

it('keeps the other headers, and holds for heights beyond 2^53', async () => {
  const seen: (string | null)[][] = []
  const heights = ['18446744073709551614', '18446744073709551615']
  const fetch: Fetch = async ({ headers }) => {
    seen.push([headers.get('x-token'), headers.get('x-min-block-height')])
    return Response.json(noAccounts, { headers: { 'x-block-height': heights.shift() as string } })
  }
  const client = createClient({
    baseUrl,
    fetch: monotonicFetch(fetch),
    headers: { 'x-token': 'a' },
    retry: false,
  })
  await client.listAccounts()
  await client.listAccounts({}, { middleware: [{ onRequest: () => {} }] })
  expect(seen).toEqual([
    ['a', null],
    ['a', '18446744073709551614'],
  ])
})
