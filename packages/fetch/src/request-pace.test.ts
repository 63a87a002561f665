import { Random } from '@trading-network/simulator'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fine, refusal } from '../test/connect.ts'
import { delays } from '../test/delays.ts'
import { createClient } from './client.ts'
import type { Fetch } from './config.ts'

const HISTORIES = 30
const STEPS = 60
const MAXIMUM = 10

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Lets time pass, and then lets all promises settle: bodies of responses need turns of the event loop. */
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 3; turn++) await new Promise<void>(resolve => setImmediate(resolve))
}

/** A client of a service whose responses the test gives, one by one. */
const service = () => {
  const inFlight = new Set<{
    readonly user: string | null
    readonly isHeld: boolean
    settle(response: Response | Error): void
  }>()
  const fetch: Fetch = ({ headers }, { signal }) =>
    new Promise((resolve, reject) => {
      const request = {
        user: headers.get('authorization'),
        isHeld: headers.has('prefer'),
        settle: (response: Response | Error) => {
          inFlight.delete(request)
          if (response instanceof Error) reject(response)
          else resolve(response)
        },
      }
      inFlight.add(request)
      signal.addEventListener('abort', () => inFlight.delete(request))
    })
  const counted = () => [...inFlight].filter(({ isHeld }) => !isHeld).length
  const client = createClient({ baseUrl: 'http://network.test', fetch, timeout: 2000 })
  return { client, inFlight, counted }
}

it('ten requests are sent at once after 20 calls of one signal were aborted', async () => {
  const { client, counted } = service()
  const controller = new AbortController()
  const calls = Array.from({ length: 20 }, () =>
    client.listAccounts({}, { signal: controller.signal }).catch(String),
  )
  await pass(0)
  expect(counted()).toBe(MAXIMUM)
  controller.abort('enough')
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['enough']))
  for (let call = 0; call < 20; call++) client.listAccounts().catch(() => {})
  await pass(0)
  expect(counted()).toBe(MAXIMUM)
})

it('users take turns: a call waits for one of each other user, not for all', async () => {
  const { client, inFlight } = service()
  const as = (authorization: string) =>
    client.listAccounts({}, { headers: { authorization } }).catch(() => {})
  for (const user of [...'aaaaaaaaaaaaaaaaaaaabc']) as(user)
  await pass(0)
  for (const { settle } of [...inFlight].slice(0, 4)) settle(fine())
  await pass(0)
  expect([...inFlight].slice(6).map(({ user }) => user)).toEqual([...'abca'])
})

/** Plays one random history of bursts, responses and aborts. Then all calls end, and ten places are free. */
const play = async (seed: number, counts: Record<string, number>) => {
  const random = new Random(seed, 'pace')
  vi.spyOn(Math, 'random').mockImplementation(() => random.below(1e9) / 1e9)
  const { client, inFlight, counted } = service()
  const controllers = [new AbortController()]
  let open = 0
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const start = () => {
    const controller = random.pick(controllers)
    const onAttempt = random.pick([
      () => controller.abort('enough'),
      () => {
        throw new Error('the log is full')
      },
    ])
    const options = {
      signal: controller.signal,
      retry: random.pick([0, 2]),
      headers: { prefer: random.chance(0.1) ? 'wait=25' : undefined },
      ...(random.chance(0.1) && { onAttempt }),
    }
    open++
    client
      .listAccounts({}, options)
      .then(
        () => count('success'),
        error => count(error.name ?? 'aborted'),
      )
      .finally(() => open--)
  }
  const response = () => {
    const remaining = random.pick([undefined, undefined, 0, 1, 4, 500])
    const limit = remaining === undefined ? {} : { 'ratelimit-remaining': `${remaining}` }
    const delay = random.pick(['0', '1', '5', '3600', random.pick(Object.values(delays))()])
    return random.pick([
      () => fine(limit),
      () => fine(limit),
      () => refusal(random.pick([404, 500]), limit),
      () => refusal(random.pick([429, 503]), { ...limit, 'retry-after': delay }),
      () => new TypeError('fetch failed'),
    ])()
  }
  const steps = [
    () => {
      for (let calls = random.between(1, 25); calls > 0; calls--) start()
    },
    () => {
      for (const { settle } of [...inFlight].slice(0, random.between(1, 12))) settle(response())
    },
    () => controllers.splice(0, 1, new AbortController())[0]!.abort('enough'),
    () => controllers.unshift(new AbortController()),
  ]
  for (let step = 0; step < STEPS; step++) {
    random.pick(steps)()
    await pass(random.pick([0, 0, 1, 50, 700, 3000]))
    expect(counted()).toBeLessThanOrEqual(MAXIMUM)
  }
  // A call that nobody wakes would stay. The longest pause is 75 seconds.
  for (let turn = 0; open > 0 && turn < 200; turn++) {
    for (const { settle } of inFlight) settle(fine())
    await pass(500)
  }
  expect(open).toBe(0)
  await pass(75_000)
  expect(vi.getTimerCount()).toBe(0)
  await Promise.all([client.listAccounts(), pass(0).then(() => [...inFlight][0]!.settle(fine()))])
  for (let call = 0; call < 25; call++) client.listAccounts().catch(() => {})
  await pass(0)
  expect(counted()).toBe(MAXIMUM)
}

it(`${HISTORIES} random histories leave no call behind, and ten places`, async () => {
  const counts: Record<string, number> = {}
  for (let seed = 1; seed <= HISTORIES; seed++) {
    await play(seed, counts).catch(error => {
      throw new Error(`seed ${seed}: ${error}`, { cause: error })
    })
    vi.clearAllTimers()
    vi.restoreAllMocks()
  }
  console.log(`pace: ${HISTORIES} histories, ${JSON.stringify(counts)}`)
  for (const name of ['success', 'aborted', 'ApiError', 'TypeError', 'TimeoutError', 'Error'])
    expect(counts[name], name).toBeGreaterThan(HISTORIES / 2)
}, 300_000)
