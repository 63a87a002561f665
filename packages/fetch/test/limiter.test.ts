import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClient, type Fetch } from '../src/index.ts'
import { fine, refusal } from './connect.ts'

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
afterEach(() => {
  // In this order: a spy on a timer gives back the one that it replaced, which is fake.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Parallel calls behind a bucket of 20 per second that refuses with these headers: their requests and timers. */
const behindBucket = async (calls: number, headers: Record<string, string> = { 'retry-after': '1' }) => {
  const takes = tokenBucket(20)
  let requests = 0
  const fetch: Fetch = async () => {
    requests++
    await new Promise(resolve => setTimeout(resolve, 2))
    return takes() ? fine() : refusal(429, headers)
  }
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const settled = Promise.allSettled(Array.from({ length: calls }, () => client.listAccounts()))
  await vi.advanceTimersByTimeAsync(calls * 600)
  const failures = (await settled).filter(({ status }) => status === 'rejected')
  expect(failures).toEqual([])
  return { requests, timers: timers.mock.calls.length }
}

// nginx (limit_req_status 429) and others send no header.
it.each([{ 'retry-after': '1' }, {}])('100 calls succeed behind a limiter that sends %j', async headers => {
  expect((await behindBucket(100, headers)).requests).toBeLessThanOrEqual(200)
})

it('a call costs the same among many that wait as among few', async () => {
  const few = await behindBucket(60)
  vi.restoreAllMocks()
  const many = await behindBucket(600)
  expect(many.timers / many.requests).toBeLessThan((1.3 * few.timers) / few.requests)
})

it('the lanes of many tokens are forgotten when they are idle', async () => {
  const set = vi.spyOn(Map.prototype, 'set')
  const client = createClient({ baseUrl: 'http://network.test', fetch: async () => fine() })
  for (let token = 0; token < 50; token++)
    await client.listAccounts({}, { headers: { authorization: `token ${token}` } })
  const maps = set.mock.contexts as ReadonlyMap<unknown, unknown>[]
  expect(maps.find(map => map.has('token 49'))!.size).toBeLessThan(20)
})
