import { getEventListeners } from 'node:events'
import type { Attempt } from '@trading-network/types'
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
    ['the end of the limit', () => ({ 'ratelimit-reset': '1' }), 1000],
  ])('is what the server asks for, and up to a quarter more: %s', async (_, headers, expected) => {
    vi.setSystemTime(Date.UTC(2026, 10, 21))
    const onAttempt = vi.fn()
    const { sent, client } = scripted([() => refusal(503, headers())(), fine], { onAttempt })
    expect(await outcome(client.listAccounts())).toEqual(noAccounts)
    const [wait = 0] = waits(sent)
    expect(wait).toBeGreaterThanOrEqual(expected - 1)
    expect(wait).toBeLessThanOrEqual(1.25 * expected + 1)
    expect(onAttempt.mock.calls[0]?.[0].delay).toBeCloseTo(wait, -1)
    expect(onAttempt.mock.calls[1]?.[0].delay).toBeUndefined()
  })

  it.each([
    ['a day', { 'retry-after': '86400' }, {}, 86_400],
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

  it('holds the whole client, for the longer of two waits', async () => {
    const [long, short] = ['9', '1'].map(seconds => refusal(429, { 'retry-after': seconds }))
    const { sent, client } = scripted([long!, short!, fine])
    const told = [client.listAccounts(), client.listAccounts()].map(call => call.catch(String))
    await vi.advanceTimersByTimeAsync(1)
    const others = [client.listAccounts(), client.listAccounts()].map(call => call.catch(String))
    await outcome(Promise.all([...told, ...others]))
    expect(sent).toHaveLength(6)
    for (const time of sent.slice(2)) expect(time).toBeGreaterThanOrEqual(9000)
  })

  it.each([
    ['that the server asks for', { 'retry-after': '60' }],
    ['of the client', {}],
  ])('%s ends at once with the caller’s abort, and leaves no timer', async (_, headers) => {
    const abort = new AbortController()
    const { sent, client } = scripted([refusal(503, headers)])
    const onAttempt = () => setTimeout(() => abort.abort('enough'), 100)
    const call = client.listAccounts({}, { signal: abort.signal, onAttempt }).catch(reason => reason)
    await vi.advanceTimersByTimeAsync(100)
    // A timer would keep a process alive.
    expect(vi.getTimerCount()).toBe(0)
    expect(await call).toBe('enough')
    expect(sent).toHaveLength(1)
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
  })

  it('does not begin when the caller aborted during the attempt', async () => {
    const abort = new AbortController()
    const onAttempt = vi.fn()
    const { sent, client } = scripted([
      async () => {
        abort.abort('enough')
        return lost()
      },
    ])
    expect(await outcome(client.listAccounts({}, { signal: abort.signal, onAttempt }))).toBe('enough')
    expect(sent).toHaveLength(1)
    expect(onAttempt.mock.calls).toMatchObject([[{ attempt: 1, delay: undefined }]])
  })
})

describe('after a pause that the server asks for', () => {
  const pause = refusal(429, { 'retry-after': '1' })

  it('the refused requests are sent first, ten at once', async () => {
    const refused = new Set<string>()
    const answer = (request: Request) => {
      const isFirst = !refused.has(request.url)
      refused.add(request.url)
      return isFirst && refused.size <= 10 ? pause() : fine()
    }
    const urls: string[] = []
    const { sent, client } = scripted([
      request => {
        urls.push(request.url)
        return answer(request)
      },
    ])
    const calls = Array.from({ length: 30 }, (_, call) =>
      client.listAccounts({ 'pagination.first': call + 1 }),
    )
    await outcome(Promise.all(calls))
    expect(sent.slice(0, 10)).toEqual(Array(10).fill(0))
    expect(urls.slice(10, 20).sort()).toEqual(urls.slice(0, 10).sort())
    for (const time of sent.slice(10)) {
      expect(time).toBeGreaterThanOrEqual(1000)
      expect(time).toBeLessThanOrEqual(1251)
    }
  })

  it('calls that hang do not hold up the others', async () => {
    const never = () => new Promise<Response>(() => {})
    const { sent, client } = scripted([pause, ...Array(6).fill(never), fine], { timeout: Infinity })
    await outcome(client.listAccounts({}, { retry: false }))
    const abort = new AbortController()
    const hanging = Array.from({ length: 6 }, () =>
      client.listAccounts({}, { signal: abort.signal }).catch(() => {}),
    )
    expect(await outcome(client.listAccounts())).toEqual(noAccounts)
    expect(sent).toHaveLength(8)
    abort.abort('enough')
    await Promise.all(hanging)
  })
})

describe('the timeout', () => {
  const never = () => new Promise<Response>(() => {})

  it('is 30 seconds for each attempt, and its error says so', async () => {
    const { sent, client } = scripted([never], { retry: 1 })
    const error = await outcome(client.getOrder({ orderId: 'ab' }))
    expect(error).toMatchObject({
      name: 'TimeoutError',
      message: 'getOrder took longer than 30000 ms',
    })
    expect(sent[1]).toBeGreaterThan(30_000)
  })

  it('stops the request', async () => {
    let isStopped = false
    const answer = ({ signal }: Request) => {
      signal.addEventListener('abort', () => (isStopped = true))
      return never()
    }
    const { client } = scripted([answer], { retry: false })
    expect(await outcome(client.listAccounts())).toMatchObject({ name: 'TimeoutError' })
    expect(isStopped).toBe(true)
  })
})

describe('onAttempt', () => {
  it('hears of each attempt, with the delay before the next one', async () => {
    const heard: Attempt[] = []
    const { client } = scripted([
      refusal(503, { 'retry-after': '2' }),
      lost,
      () => new Promise(resolve => setTimeout(() => resolve(fine()), 120)),
    ])
    const onAttempt = (attempt: Attempt) => heard.push(attempt)
    await outcome(client.listAccounts({ 'pagination.first': 5 }, { onAttempt }))
    const call = {
      operationId: 'listAccounts',
      url: 'http://network.test/api/v2/accounts?pagination.first=5',
      duration: expect.any(Number),
      delay: expect.any(Number),
    }
    expect(heard).toEqual([
      { ...call, attempt: 1, status: 503, error: expect.any(ApiError) },
      { ...call, attempt: 2, error: expect.any(TypeError) },
      { ...call, attempt: 3, status: 200, duration: 120, delay: undefined },
    ])
  })
})

it.each([
  ['Node', new TypeError('fetch failed', { cause: new Error('redirect count exceeded') })],
  ['Deno', new TypeError('Fetch failed: Maximum number of redirects (20) reached')],
  ['Bun', new TypeError('The response redirected too many times')],
])('a redirect loop in the words of %s is not retried', async (_, error) => {
  const { sent, client } = scripted([() => Promise.reject(error)])
  expect(await outcome(client.listAccounts())).toBe(error)
  expect(sent).toHaveLength(1)
})
