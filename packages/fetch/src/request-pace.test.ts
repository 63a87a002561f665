import { Random } from '@trading-network/simulator'
import type { CallOptions } from '@trading-network/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fine, refusal } from '../test/connect.ts'
import { delays } from '../test/delays.ts'
import { createClient } from './client.ts'
import type { Fetch } from './config.ts'

const HISTORIES = 60
const STEPS = 60
const MAXIMUM = 10
const TIMEOUT = 2000

afterEach(() => void vi.useRealTimers())

describe('a client with a fake clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
  /** Lets time pass, and then lets all promises settle: bodies of responses need turns of the event loop. */
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    for (let turn = 0; turn < 3; turn++) await new Promise<void>(resolve => setImmediate(resolve))
  }

  /** A service whose responses the test gives, one by one. */
  const service = () => {
    /** Requests in flight: sent, and neither answered nor given up. */
    const inFlight = new Set<{ isHeld: boolean; settle(response: Response | Error): void }>()
    /** Numbers of the calls that wait for their first request. */
    const unsent = new Set<string>()
    const fetch: Fetch = ({ headers }, { signal }) =>
      new Promise((resolve, reject) => {
        unsent.delete(headers.get('x-call') ?? '')
        const request = {
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
    const plain = () => [...inFlight].filter(({ isHeld }) => !isHeld)
    const client = createClient({ baseUrl: 'http://network.test', fetch, timeout: TIMEOUT })
    return { client, inFlight, plain, unsent }
  }

  it('sends ten requests at once after 20 calls of one signal were aborted', async () => {
    const { client, plain } = service()
    const controller = new AbortController()
    const calls = Array.from({ length: 20 }, () =>
      client.listAccounts({}, { signal: controller.signal }).catch(String),
    )
    await pass(0)
    expect(plain()).toHaveLength(MAXIMUM)
    controller.abort('enough')
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['enough']))
    for (let call = 0; call < 20; call++) client.listAccounts().catch(() => {})
    await pass(0)
    expect(plain()).toHaveLength(MAXIMUM)
  })

  /** Plays one random history, and counts what happened. */
  const play = async (seed: number, counts: Record<string, number>) => {
    const random = new Random(seed, 'pace')
    vi.spyOn(Math, 'random').mockImplementation(() => random.below(1e9) / 1e9)
    const { client, inFlight, plain, unsent } = service()
    const signals = [new AbortController()]
    const abandoned: AbortController[] = []
    let [number, open] = [0, 0]
    let [limit, pausedUntil] = [MAXIMUM, 0]
    const count = (name: string) => {
      counts[name] = (counts[name] ?? 0) + 1
    }

    const start = () => {
      const call = `${++number}`
      const controller = random.pick(signals)
      const onAttempt = random.pick([
        () => controller.abort('enough'),
        () => {
          throw new Error('the log is full')
        },
      ])
      const options: CallOptions = {
        signal: controller.signal,
        retry: random.pick([0, 2]),
        headers: { 'x-call': call, prefer: random.chance(0.1) ? 'wait=25' : undefined },
        ...(random.chance(0.1) && { onAttempt }),
      }
      open++
      unsent.add(call)
      count('calls')
      client
        .listAccounts({}, options)
        .then(
          () => count('success'),
          error => count(error.name ?? 'aborted'),
        )
        .finally(() => {
          open--
          unsent.delete(call)
        })
    }
    const settle = () => {
      const requests = [...inFlight]
      if (requests.length === 0) return
      const seconds = random.pick([0, 1, 5])
      const remaining = random.pick([undefined, undefined, 0, 1, 4, 500])
      // A proxy may repeat the header.
      const text = number % 2 === 0 ? `${remaining}` : `${remaining}, ${remaining}`
      const header = remaining === undefined ? {} : { 'ratelimit-remaining': text }
      const delay = random.pick([`${seconds}`, '3600', random.pick(Object.values(delays))()])
      const response = random.pick([
        () => fine(header),
        () => fine(header),
        () => refusal(random.pick([404, 500]), header),
        () => refusal(random.pick([429, 503]), { ...header, 'retry-after': delay }),
        () => new TypeError('fetch failed'),
      ])()
      random.pick(requests).settle(response)
      count('settled')
      if (response instanceof Error) return
      // The longest pause: five seconds with jitter.
      if (response.headers.has('retry-after')) pausedUntil = performance.now() + 6250
      limit = remaining === undefined ? MAXIMUM : Math.min(MAXIMUM, Math.max(1, remaining))
    }
    const steps = {
      burst: () => {
        for (let calls = random.between(1, 25); calls > 0; calls--) start()
      },
      settle: () => {
        for (let left = random.between(1, 12); left > 0; left--) settle()
      },
      abort: () => {
        const [ended] = signals.splice(random.below(signals.length), 1, new AbortController())
        ended!.abort('enough')
      },
      signal: () => signals.push(new AbortController()),
      freshSignals: () => abandoned.push(...signals.splice(0, signals.length, new AbortController())),
    }
    for (let step = 0; step < STEPS; step++) {
      steps[random.pick(Object.keys(steps) as (keyof typeof steps)[])]()
      await pass(random.pick([0, 0, 1, 50, 700, 3000]))
      expect(plain().length).toBeLessThanOrEqual(MAXIMUM)
      // Slots in use are requests in flight: a call waits for its first request only if all slots are in use.
      if (unsent.size > 0 && performance.now() >= pausedUntil)
        expect(plain().length).toBeGreaterThanOrEqual(limit)
      count('step')
    }

    for (const signal of [...signals, ...abandoned]) signal.abort('enough')
    await pass(0)
    expect([open, inFlight.size]).toEqual([0, 0])
    await pass(10_000)
    expect(vi.getTimerCount()).toBe(0)
    const calls = Array.from({ length: 25 }, () => client.listAccounts().withResponse())
    await pass(0)
    expect(plain()).toHaveLength(limit)
    plain()[0]!.settle(fine())
    await pass(0)
    expect(plain()).toHaveLength(MAXIMUM)
    while (inFlight.size > 0) {
      for (const { settle } of [...inFlight]) settle(fine())
      await pass(0)
    }
    expect(await Promise.all(calls)).toHaveLength(25)
    vi.restoreAllMocks()
  }

  it(`is not changed by ${HISTORIES} random histories: ten calls are sent at once afterwards`, async () => {
    const counts: Record<string, number> = {}
    for (let seed = 1; seed <= HISTORIES; seed++)
      await play(seed, counts).catch(error => {
        throw new Error(`seed ${seed}: ${error}`, { cause: error })
      })
    console.log(`pace: ${HISTORIES} histories, ${JSON.stringify(counts)}`)
    for (const name of ['success', 'aborted', 'ApiError', 'TypeError', 'TimeoutError', 'Error'])
      expect(counts[name], name).toBeGreaterThan(HISTORIES / 2)
  }, 300_000)
})
