import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClient, type Fetch } from '../src/index.ts'
import { fine, refusal } from './connect.ts'

const CALLS = 100
const refuse = (seconds: number) => refusal(429, { 'retry-after': `${seconds}` })

/** A limiter that gives back one place after another. */
const tokenBucket = (perSecond: number) => {
  let tokens = perSecond
  let last = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(perSecond, tokens + ((now - last) * perSecond) / 1000)
    last = now
    if (tokens < 1) return false
    tokens--
    return true
  }
}

// On a busy machine, real timers come late and together, which no limiter forgives.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('100 parallel calls all succeed behind a bucket of 20 per second that sends only Retry-After', async () => {
  const takes = tokenBucket(20)
  let requests = 0
  const fetch: Fetch = async () => {
    requests++
    await new Promise(resolve => setTimeout(resolve, 2))
    return takes() ? fine() : refuse(1)
  }
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const calls = Array.from({ length: CALLS }, () => client.listAccounts())
  const settled = Promise.allSettled(calls)
  await vi.advanceTimersByTimeAsync(60_000)
  const failures = (await settled).filter(({ status }) => status === 'rejected')
  expect(failures).toEqual([])
  expect(requests).toBeLessThanOrEqual(2 * CALLS)
})

it('a call costs the same among many that wait as among few', async () => {
  vi.useRealTimers()
  const costOf = async (calls: number) => {
    const fetch: Fetch = async ({ headers }) =>
      headers.get('authorization') === 'limited' ? refuse(50) : fine()
    const client = createClient({ baseUrl: 'http://network.test', fetch, retry: false })
    const abort = new AbortController()
    const limited = { headers: { authorization: 'limited' }, signal: abort.signal }
    await client.listAccounts({}, limited).catch(() => {})
    const now = vi.spyOn(performance, 'now')
    // The first ones wait for a pause, the others for a place.
    const waiting = Array.from({ length: calls }, () => client.listAccounts({}, limited).catch(String))
    await Promise.all(Array.from({ length: calls }, () => client.listAccounts()))
    abort.abort('enough')
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['enough']))
    // The queue reads the clock for each lane that it looks at.
    const cost = now.mock.calls.length / calls
    now.mockRestore()
    return cost
  }
  expect(await costOf(2000)).toBeLessThan(1.2 * (await costOf(200)))
})

it('a call costs the same after many tokens as after few', async () => {
  vi.useRealTimers()
  const client = createClient({ baseUrl: 'http://network.test', fetch: async () => fine() })
  const costOf = async (tokens: number) => {
    for (let token = 0; token < tokens; token++)
      await client.listAccounts({}, { headers: { authorization: `${tokens} ${token}` } })
    const now = vi.spyOn(performance, 'now')
    await client.listAccounts()
    const cost = now.mock.calls.length
    now.mockRestore()
    return cost
  }
  const cost = await costOf(20)
  expect(await costOf(200)).toBeLessThanOrEqual(cost)
})
