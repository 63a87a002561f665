import { getEventListeners } from 'node:events'
import type { Attempt, CallOptions, Retry } from '@trading-network/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asFetch } from '../test/as-fetch.ts'
import { noAccounts } from '../test/local-server.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'
import type { ClientConfig } from './config.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const fine = () => Response.json(noAccounts)
const refusal =
  (status: number, headers = {}) =>
  () =>
    Response.json({ code: 14, message: 'later', details: [] }, { status, headers })
const lost = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))

/** A client whose requests are answered one after the other, the last answer for ever, and when they were sent. */
const scripted = (
  answers: ((request: Request) => Response | Promise<Response>)[],
  config: Partial<ClientConfig> = {},
) => {
  const sent: number[] = []
  const start = Date.now()
  const fetch = async (request: Request) => {
    sent.push(Date.now() - start)
    return answers[Math.min(sent.length, answers.length) - 1]!(request)
  }
  return { sent, client: createClient({ baseUrl: 'http://network.test', fetch: asFetch(fetch), ...config }) }
}

/** The result of a call after all timers. */
const outcome = async (call: PromiseLike<unknown>): Promise<unknown> => {
  const settled = call.then(
    value => value,
    (reason: unknown) => reason,
  )
  await vi.runAllTimersAsync()
  return settled
}

describe('a call is repeated', () => {
  it.each([408, 429, 500, 502, 503, 504])('after %i, twice at most', async status => {
    const { sent, client } = scripted([refusal(status)])
    expect(await outcome(client.listAccounts())).toMatchObject({ name: 'ApiError', status })
    expect(sent).toHaveLength(3)
  })

  it.each([400, 401, 403, 404, 405, 501])('never after %i', async status => {
    const { sent, client } = scripted([refusal(status)])
    expect(await outcome(client.listAccounts())).toMatchObject({ status })
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['a lost connection', lost],
    ['a page of HTML', () => new Response('<html>')],
    ['half an answer', () => new Response(JSON.stringify(noAccounts).slice(0, 20))],
    [
      'a body that breaks off',
      () => new Response(new ReadableStream({ pull: stream => stream.error(new TypeError('terminated')) })),
    ],
    ['an attempt without end', () => new Promise<Response>(() => {})],
    ['a body without end', () => new Response(new ReadableStream())],
  ])('after %s', async (_, broken) => {
    const { sent, client } = scripted([broken, fine])
    expect(await outcome(client.listAccounts())).toEqual(noAccounts)
    expect(sent).toHaveLength(2)
  })

  it('as often as the client or the call says', async () => {
    for (const [config, options, times] of [
      [{ retry: 4 }, {}, 5],
      [{ retry: 4 }, { retry: 1 }, 2],
      [{ retry: false }, {}, 1],
      [{}, { retry: false }, 1],
      [{}, { retry: 0 }, 1],
      [{ retry: 1 }, { retry: undefined }, 2],
    ] as const) {
      const { sent, client } = scripted([lost], config)
      expect(await outcome(client.listAccounts({}, options))).toBeInstanceOf(TypeError)
      expect(sent).toHaveLength(times)
    }
  })

  it('never when middleware made another method of it', async () => {
    const { sent, client } = scripted([refusal(503)], {
      middleware: [{ onRequest: ({ request }) => new Request(request, { method: 'POST' }) }],
    })
    expect(await outcome(client.listAccounts())).toMatchObject({ status: 503 })
    expect(sent).toHaveLength(1)
  })
})

const waits = (sent: readonly number[]) => sent.slice(1).map((time, index) => time - sent[index]!)

describe('the wait before the next attempt', () => {
  it('doubles from half a second to eight, less up to a fifth', async () => {
    const { sent, client } = scripted([lost], { retry: 6 })
    await outcome(client.listAccounts())
    const most = [500, 1000, 2000, 4000, 8000, 8000]
    for (const [index, wait] of waits(sent).entries()) {
      expect(wait).toBeLessThanOrEqual(most[index]!)
      expect(wait).toBeGreaterThanOrEqual(0.8 * most[index]! - 1)
    }
    expect(new Set(waits(sent).map((wait, index) => wait / most[index]!)).size).toBeGreaterThan(1)
  })

  it.each([
    ['seconds', () => ({ 'retry-after': '7' }), 7000],
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 20_000).toUTCString() }), 20_000],
    ['no time at all', () => ({ 'retry-after': '0' }), 0],
    ['the end of a ban', () => ({ 'ratelimit-retry-after': '40', 'ratelimit-reset': '1' }), 40_000],
    ['the end of the limit', () => ({ 'ratelimit-reset': '1' }), 1000],
    ['a reset as a time', () => ({ 'ratelimit-reset': `${Date.now() / 1000 + 30}` }), 30_000],
    ['a reset as a time in milliseconds', () => ({ 'ratelimit-reset': `${Date.now() + 30_000}` }), 30_000],
  ])('is what the server asks for, and up to a quarter more: %s', async (_, headers, expected) => {
    vi.setSystemTime(Date.UTC(2026, 10, 21))
    const onRetry = vi.fn()
    const { sent, client } = scripted([() => refusal(503, headers())(), fine], { onRetry })
    expect(await outcome(client.listAccounts())).toEqual(noAccounts)
    const [wait = 0] = waits(sent)
    expect(wait).toBeGreaterThanOrEqual(expected - 1)
    expect(wait).toBeLessThanOrEqual(1.25 * expected + 1)
    expect(onRetry).toHaveBeenCalledOnce()
    expect(onRetry.mock.calls[0]?.[0].delay).toBeCloseTo(wait, -1)
  })

  it('differs from client to client, so that they do not come back together', async () => {
    const delays = new Set<number>()
    for (let client = 0; client < 5; client++) {
      const onRetry = ({ delay }: Retry) => void delays.add(delay)
      const one = scripted([refusal(429, { 'retry-after': '1' }), fine], { onRetry })
      await outcome(one.client.listAccounts())
    }
    expect(delays.size).toBeGreaterThan(1)
  })

  it.each([
    ['a day', { 'retry-after': '86400' }, {}, 86_400],
    ['the end of a ban', { 'ratelimit-retry-after': '600', 'ratelimit-reset': '1' }, {}, 600],
    ['more than a timer holds', { 'retry-after': '99999999' }, {}, 99_999_999],
    ['more than the caller allows', { 'retry-after': '2' }, { maxWait: 1999 }, 2],
  ])('is no wait at all for %s: the call rejects at once', async (_, headers, options, retryAfter) => {
    const { sent, client } = scripted([refusal(429, headers)], options)
    expect(await outcome(client.listAccounts())).toMatchObject({ status: 429, retryAfter })
    expect(sent).toEqual([0])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('may be longer if the caller allows it', async () => {
    const { sent, client } = scripted([refusal(429, { 'retry-after': '600' }), fine], { maxWait: Infinity })
    expect(await outcome(client.listAccounts())).toEqual(noAccounts)
    expect(waits(sent)[0]).toBeGreaterThanOrEqual(600_000)
  })

  it('holds the whole client', async () => {
    const { sent, client } = scripted([refusal(429, { 'retry-after': '9' }), fine])
    const told = client.listAccounts().catch(String)
    await vi.advanceTimersByTimeAsync(1)
    const others = [client.listAccounts(), client.listStopOrders()].map(call => call.catch(String))
    await outcome(Promise.all([told, ...others]))
    expect(sent).toHaveLength(4)
    for (const time of sent.slice(1)) expect(time).toBeGreaterThanOrEqual(9000)
  })

  it('ends with the caller’s abort, and nothing is sent any more', async () => {
    const abort = new AbortController()
    const { sent, client } = scripted([refusal(503, { 'retry-after': '60' })])
    const call = outcome(
      client.listAccounts(
        {},
        { signal: abort.signal, onRetry: () => setTimeout(() => abort.abort('enough'), 1000) },
      ),
    )
    expect(await call).toBe('enough')
    expect(sent).toHaveLength(1)
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
  })

  it('does not begin when the caller aborted during the attempt', async () => {
    const abort = new AbortController()
    const onRetry = vi.fn()
    const { sent, client } = scripted([
      async () => {
        abort.abort('enough')
        return lost()
      },
    ])
    expect(await outcome(client.listAccounts({}, { signal: abort.signal, onRetry }))).toBe('enough')
    expect(sent).toHaveLength(1)
    expect(onRetry).not.toHaveBeenCalled()
  })
})

describe('after a pause that the server asks for', () => {
  const pause = refusal(429, { 'retry-after': '1' })
  const slow = () => new Promise<Response>(resolve => setTimeout(() => resolve(fine()), 10_000))

  it('nothing is sent before the requests in flight have ended', async () => {
    const { sent, client } = scripted([pause, slow, fine], { timeout: Infinity })
    await outcome(Promise.all([client.listAccounts(), client.listAccounts()]))
    expect(sent).toEqual([0, 0, 10_000])
  })

  it('one request is sent, and more only after its response', async () => {
    const { sent, client } = scripted([pause, pause, pause, slow, fine])
    await outcome(Promise.all([client.listAccounts(), client.listAccounts(), client.listAccounts()]))
    const [probe = 0, ...others] = sent.slice(3)
    expect(probe).toBeGreaterThanOrEqual(1000)
    expect(probe).toBeLessThanOrEqual(1251)
    expect(others).toHaveLength(2)
    for (const time of others) expect(time).toBeGreaterThanOrEqual(probe + 10_000)
  })

  it('the waiting requests are spread: 32 in the time of the pause, and 2 % more with each response', async () => {
    const { sent, client } = scripted([pause, fine])
    await outcome(Promise.all(Array.from({ length: 20 }, () => client.listAccounts())))
    const [first = 0, ...others] = waits(sent.slice(9))
    expect(sent.slice(0, 10)).toEqual(Array(10).fill(0))
    expect(first).toBeGreaterThanOrEqual(1000)
    for (const [index, wait] of others.entries()) {
      expect(wait).toBeGreaterThanOrEqual((1000 / 32) * 0.98 ** (index + 12) - 1)
      expect(wait).toBeLessThanOrEqual(1250 / 32 + 1)
    }
    expect(others.at(-1)).toBeLessThan(others[0]!)
  })

  it('of a server that tells how many requests it takes, they are not', async () => {
    const limit = { 'retry-after': '1', 'ratelimit-remaining': '0' }
    const open = () => Response.json(noAccounts, { headers: { 'ratelimit-remaining': '9' } })
    const { sent, client } = scripted([refusal(429, limit), open])
    await outcome(Promise.all(Array.from({ length: 12 }, () => client.listAccounts())))
    expect(new Set(waits(sent.slice(11)))).toEqual(new Set([0]))
  })
})

describe('the timeout', () => {
  const never = () => new Promise<Response>(() => {})

  it('is 30 seconds for each attempt, and its error says which', async () => {
    const { sent, client } = scripted([never], { retry: 1 })
    const error = await outcome(client.getOrder({ orderId: 'ab' }))
    expect(error).toMatchObject({
      name: 'TimeoutError',
      attempt: 2,
      message: 'getOrder took longer than 30000 ms',
    })
    expect(sent[1]).toBeGreaterThan(30_000)
  })

  it('of a call wins over that of the client', async () => {
    const { client } = scripted([never], { retry: false, timeout: 5000 })
    expect(`${await outcome(client.listAccounts())}`).toContain('longer than 5000 ms')
    expect(`${await outcome(client.listAccounts({}, { timeout: 10 }))}`).toContain('longer than 10 ms')
  })

  it('covers the body', async () => {
    const { client } = scripted([() => new Response(new ReadableStream())], { retry: false, timeout: 50 })
    expect(await outcome(client.listAccounts())).toMatchObject({ name: 'TimeoutError', attempt: 1 })
  })

  it('stops the request', async () => {
    const reasons: unknown[] = []
    const { client } = scripted(
      [
        ({ signal }) => {
          signal.addEventListener('abort', () => reasons.push(signal.reason))
          return never()
        },
      ],
      { retry: false },
    )
    expect(reasons).toEqual([])
    expect([await outcome(client.listAccounts())]).toEqual(reasons)
  })

  it('may be without end', async () => {
    const { client } = scripted([() => new Promise(resolve => setTimeout(() => resolve(fine()), 1e9))])
    expect(await outcome(client.listAccounts({}, { timeout: Infinity }))).toEqual(noAccounts)
  })

  it('leaves no timer behind', async () => {
    const { client } = scripted([refusal(503), lost, fine])
    await outcome(client.listAccounts())
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the deadline', () => {
  const never = () => new Promise<Response>(() => {})

  it.each([
    ['attempts', [never], {}],
    ['delays', [lost], { retry: 20 }],
    ['the pause that the server asks for', [refusal(429, { 'retry-after': '50' })], {}],
    ['middleware', [fine], { middleware: [{ onRequest: () => new Promise<undefined>(() => {}) }] }],
  ])('limits a whole call: %s', async (_, answers, options) => {
    const { client } = scripted(answers, options)
    const start = Date.now()
    const times: number[] = []
    const call = client
      .getOrder({ orderId: 'ab' }, { deadline: 3000 })
      .finally(() => times.push(Date.now() - start))
    expect(await outcome(call)).toMatchObject({
      name: 'TimeoutError',
      message: 'getOrder took longer than 3000 ms',
      attempt: undefined,
    })
    expect(times).toEqual([3000])
    expect(vi.getTimerCount()).toBe(0)
  })

  /** Three pages, each of them after two seconds. */
  const slowPages = (config: Partial<ClientConfig> = {}) => {
    let page = 0
    const next = () => {
      page++
      const pageInfo = {
        startCursor: '',
        endCursor: `${page}`,
        hasPreviousPage: false,
        hasNextPage: page < 3,
      }
      return Response.json({ accounts: { edges: [{ cursor: 'a', node: {} }], pageInfo } })
    }
    return scripted([() => new Promise(resolve => setTimeout(() => resolve(next()), 2000))], config)
  }

  it('is for each page of a loop', async () => {
    const { client } = slowPages()
    const walk = async () => {
      let records = 0
      for await (const _ of client.listAccounts({}, { deadline: 2500 })) records++
      return records
    }
    expect(await outcome(walk())).toBe(3)
  })

  it.each<[string, Partial<ClientConfig>, CallOptions]>([
    ['of the call', {}, { deadline: 2500 }],
    ['of the client', { deadline: 2500 }, {}],
  ])('%s limits a whole collect', async (_, config, options) => {
    const { sent, client } = slowPages(config)
    const collected = client.listAccounts({}, options).collect()
    expect(await outcome(collected)).toMatchObject({
      message: expect.stringMatching(/ 2500 ms$/),
    })
    expect(sent).toEqual([0, 2000])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the hooks', () => {
  it('hear of each attempt and of each wait, in order', async () => {
    const heard: [string, Partial<Attempt & Retry>][] = []
    const { client } = scripted([
      refusal(503, { 'retry-after': '2' }),
      lost,
      () => new Promise(resolve => setTimeout(() => resolve(fine()), 120)),
    ])
    const onAttempt = (attempt: Attempt) => heard.push(['attempt', attempt])
    const onRetry = (retry: Retry) => heard.push(['retry', retry])
    await outcome(client.listAccounts({ 'pagination.first': 5 }, { onAttempt, onRetry }))
    const call = {
      operationId: 'listAccounts',
      url: 'http://network.test/api/v2/accounts?pagination.first=5',
    }
    expect(heard).toEqual([
      [
        'attempt',
        { ...call, attempt: 1, status: 503, duration: expect.any(Number), error: expect.any(ApiError) },
      ],
      ['retry', expect.objectContaining({ ...call, attempt: 1, status: 503, delay: expect.any(Number) })],
      ['attempt', { ...call, attempt: 2, duration: expect.any(Number), error: expect.any(TypeError) }],
      ['retry', expect.objectContaining({ ...call, attempt: 2, delay: expect.any(Number) })],
      ['attempt', { ...call, attempt: 3, status: 200, duration: 120 }],
    ])
  })

  it('of a call replace those of the client', async () => {
    const [ofClient, ofCall] = [vi.fn(), vi.fn()]
    const { client } = scripted([fine], { onAttempt: ofClient })
    await client.listAccounts({}, { onAttempt: ofCall })
    expect([ofClient.mock.calls.length, ofCall.mock.calls.length]).toEqual([0, 1])
    await client.listAccounts()
    expect([ofClient.mock.calls.length, ofCall.mock.calls.length]).toEqual([1, 1])
  })

  it('that throw end the call with their own error, at once', async () => {
    const { sent, client } = scripted([lost])
    const onAttempt = () => {
      throw new Error('the log is full')
    }
    expect(await outcome(client.listAccounts({}, { onAttempt }))).toMatchObject({
      message: 'the log is full',
    })
    expect(sent).toHaveLength(1)
  })
})

describe('requestsPerSecond', () => {
  it('spaces the requests of a client evenly, whoever makes them', async () => {
    const { sent, client } = scripted([fine], { requestsPerSecond: 4 })
    await outcome(
      Promise.all([client.listAccounts(), client.listAccounts(), client.listStopOrders().catch(() => {})]),
    )
    expect(sent.slice(0, 3)).toEqual([0, 250, 500])
  })

  it('holds for repetitions', async () => {
    const { sent, client } = scripted([refusal(503, { 'retry-after': '0' })], { requestsPerSecond: 2 })
    await outcome(client.listAccounts())
    expect(sent).toEqual([0, 500, 1000])
  })

  it('makes nobody wait who comes late enough', async () => {
    const { sent, client } = scripted([fine], { requestsPerSecond: 1 })
    await outcome(client.listAccounts())
    await vi.advanceTimersByTimeAsync(5000)
    await client.listAccounts()
    expect(sent[1]).toBeGreaterThanOrEqual(5000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('saves nothing up for a burst', async () => {
    const { sent, client } = scripted([fine], { requestsPerSecond: 1 })
    await outcome(client.listAccounts())
    await vi.advanceTimersByTimeAsync(5000)
    await outcome(Promise.all([client.listAccounts(), client.listAccounts(), client.listAccounts()]))
    const [, first = 0, ...others] = sent
    expect(others).toEqual([first + 1000, first + 2000])
  })

  it('is obeyed by a walk over pages', async () => {
    let page = 0
    const { sent, client } = scripted(
      [
        () => {
          page += 1
          const pageInfo = {
            startCursor: '',
            endCursor: `${page}`,
            hasPreviousPage: false,
            hasNextPage: page < 5,
          }
          return Response.json({ accounts: { edges: [{ cursor: `${page}`, node: {} }], pageInfo } })
        },
      ],
      { requestsPerSecond: 10 },
    )
    expect(await outcome(client.listAccounts().collect())).toMatchObject({ items: [{}, {}, {}, {}, {}] })
    expect(sent).toEqual([0, 100, 200, 300, 400])
  })

  it('gives the place of an aborted call to the next one', async () => {
    const { sent, client } = scripted([fine], { requestsPerSecond: 10 })
    await client.listAccounts()
    const abort = new AbortController()
    const aborted = Array.from({ length: 50 }, () =>
      client.listAccounts({}, { signal: abort.signal }).catch((reason: unknown) => reason),
    )
    const next = client.listAccounts()
    abort.abort('enough')
    expect(new Set(await Promise.all(aborted))).toEqual(new Set(['enough']))
    await outcome(next)
    expect(sent).toEqual([0, 100])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lets an abort end the wait', async () => {
    const { sent, client } = scripted([fine], { requestsPerSecond: 0.01 })
    await client.listAccounts()
    const abort = new AbortController()
    setTimeout(() => abort.abort('enough'), 10)
    expect(await outcome(client.listAccounts({}, { signal: abort.signal }))).toBe('enough')
    expect(sent).toHaveLength(1)
  })
})
