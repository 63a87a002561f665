import { getEventListeners } from 'node:events'
import type { Attempt } from '@trading-network/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, fine, lost, never, refusal } from '../test/connect.ts'
import { noAccounts } from '../test/local-server.ts'
import { ApiError } from './api-error.ts'
import type { ClientConfig } from './config.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Answer = (request: Request) => Response | Promise<Response>

/** A client whose requests are answered one after the other, the last answer for ever, and when they were sent. */
const scripted = (answers: readonly Answer[], config?: Partial<ClientConfig>) => {
  const sent: number[] = []
  const start = Date.now()
  const client = connect(request => {
    sent.push(Date.now() - start)
    return answers[Math.min(sent.length, answers.length) - 1]!(request)
  }, config)
  return { sent, client }
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
  it.each<[string, Answer]>([
    ['a 503', () => refusal(503)],
    ['a lost connection', lost],
    ['a page of HTML', () => new Response('<html>')],
    ['half an answer', () => new Response(JSON.stringify(noAccounts).slice(0, 20))],
    [
      'a body that breaks off',
      () => new Response(new ReadableStream({ pull: stream => stream.error(new TypeError('terminated')) })),
    ],
    ['an attempt without end', never],
    ['a body without end', () => new Response(new ReadableStream())],
  ])('after %s', async (_, broken) => {
    const { sent, client } = scripted([broken, () => fine()])
    expect(await outcome(client.listAccounts())).toEqual(noAccounts)
    expect(sent).toHaveLength(2)
  })

  it.each([
    [{}, {}, 3],
    [{ retry: 4 }, {}, 5],
    [{ retry: 4 }, { retry: 1 }, 2],
    [{ retry: false }, {}, 1],
    [{}, { retry: false }, 1],
    [{}, { retry: 0 }, 1],
    [{ retry: 1 }, { retry: undefined }, 2],
  ] as const)('as often as the client says, %j, or the call, %j', async (config, options, times) => {
    const { sent, client } = scripted([lost], config)
    expect(await outcome(client.listAccounts({}, options))).toBeInstanceOf(TypeError)
    expect(sent).toHaveLength(times)
  })

  it('never when middleware made another method of it', async () => {
    const { sent, client } = scripted([() => refusal(503)], {
      middleware: [{ onRequest: ({ request }) => new Request(request, { method: 'POST' }) }],
    })
    expect(await outcome(client.listAccounts())).toMatchObject({ status: 503 })
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['Node', new TypeError('fetch failed', { cause: new Error('redirect count exceeded') })],
    ['Deno', new TypeError('Fetch failed: Maximum number of redirects (20) reached')],
    ['Bun', new TypeError('The response redirected too many times')],
  ])('never after a redirect loop in the words of %s', async (_, error) => {
    const { sent, client } = scripted([() => Promise.reject(error)])
    expect(await outcome(client.listAccounts())).toBe(error)
    expect(sent).toHaveLength(1)
  })
})

describe('in a browser, which gives a lost connection and a redirect loop one error', () => {
  /** The response to a redirect that is not followed: "opaque-redirect filtered response" of the Fetch Standard. */
  const opaqueRedirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  const failed = new TypeError('Failed to fetch')
  const reject = () => Promise.reject(failed)
  beforeEach(() => void vi.stubGlobal('location', { href: 'http://page.test/' }))
  afterEach(() => void vi.unstubAllGlobals())

  it.each<[string, readonly Answer[], unknown, readonly string[]]>([
    [
      'ends at a redirect after an error, with that error',
      [reject, opaqueRedirect],
      failed,
      ['follow', 'manual'],
    ],
    ['is repeated after a lost connection', [reject, () => fine()], noAccounts, ['follow', 'manual']],
    [
      'follows redirects again after a response',
      [reject, () => refusal(503), () => fine()],
      noAccounts,
      ['follow', 'manual', 'follow'],
    ],
  ])('a call %s', async (_, answers, result, redirects) => {
    const seen: string[] = []
    const noting = answers.map(answer => (request: Request) => {
      seen.push(request.redirect)
      return answer(request)
    })
    expect(await outcome(scripted(noting).client.listAccounts())).toEqual(result)
    expect(seen).toEqual(redirects)
  })
})

const waits = (sent: readonly number[]) => sent.slice(1).map((time, index) => time - sent[index]!)

describe('the wait before the next attempt', () => {
  it('doubles from 0.4 seconds to 6.4, and up to a quarter more', async () => {
    const { sent, client } = scripted([lost], { retry: 6 })
    await outcome(client.listAccounts())
    const factors = waits(sent).map((wait, index) => wait / [400, 800, 1600, 3200, 6400, 6400][index]!)
    expect(Math.min(...factors)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...factors)).toBeLessThanOrEqual(1.26)
    expect(new Set(factors).size).toBeGreaterThan(1)
  })

  it('is there after a rejection without an error, as of a mock', async () => {
    const { sent, client } = scripted([() => Promise.reject()])
    expect(await outcome(client.listAccounts())).toEqual(new TypeError('fetch failed'))
    expect(sent[1]).toBeGreaterThanOrEqual(400)
  })

  it('is none if it is more than the caller allows: the call rejects at once', async () => {
    const { sent, client } = scripted([() => refusal(429, { 'retry-after': '2' })], { maxWait: 1999 })
    expect(await outcome(client.listAccounts())).toMatchObject({ status: 429, retryAfter: 2 })
    expect(sent).toEqual([0])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('holds all calls of a limited client, for the longer of two waits', async () => {
    const [long, short] = ['9', '1'].map(seconds => () => refusal(429, { 'retry-after': seconds }))
    const { sent, client } = scripted([long!, short!, () => fine()])
    const told = [client.listAccounts(), client.listAccounts()].map(call => call.catch(String))
    await vi.advanceTimersByTimeAsync(1)
    const others = [client.listAccounts(), client.listAccounts()].map(call => call.catch(String))
    await vi.advanceTimersByTimeAsync(1)
    // One of each call that waits, and one of the pause.
    expect(vi.getTimerCount()).toBe(5)
    await outcome(Promise.all([...told, ...others]))
    expect(sent).toHaveLength(6)
    for (const time of sent.slice(2)) expect(time).toBeGreaterThanOrEqual(9000)
  })

  it.each([
    ['that the server asks for', { 'retry-after': '60' }],
    ['of the client', {}],
  ])('%s ends at once with the caller’s abort, and leaves no timer', async (_, headers) => {
    const abort = new AbortController()
    const { sent, client } = scripted([() => refusal(503, headers)])
    const onAttempt = () => setTimeout(() => abort.abort('enough'), 100)
    const call = client.listAccounts({}, { signal: abort.signal, onAttempt }).catch(reason => reason)
    await vi.advanceTimersByTimeAsync(100)
    // A timer would keep a process alive.
    expect(vi.getTimerCount()).toBe(0)
    expect(await call).toBe('enough')
    expect(sent).toHaveLength(1)
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
  })

  it('is none if the caller aborted during the attempt', async () => {
    const abort = new AbortController()
    const onAttempt = vi.fn()
    const { client } = scripted([
      () => {
        abort.abort('enough')
        return lost()
      },
    ])
    expect(await outcome(client.listAccounts({}, { signal: abort.signal, onAttempt }))).toBe('enough')
    expect(onAttempt.mock.calls).toMatchObject([[{ attempt: 1, delay: undefined }]])
  })

  it('is over for the refused requests first, ten at once', async () => {
    // They wait equally long.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const urls: string[] = []
    const { sent, client } = scripted([
      ({ url }) => {
        urls.push(url)
        return urls.length <= 10 ? refusal(429, { 'retry-after': '1' }) : fine()
      },
    ])
    const calls = Array.from({ length: 30 }, (_, call) =>
      client.listAccounts({ 'pagination.first': call + 1 }),
    )
    await outcome(Promise.all(calls))
    expect(sent.slice(0, 10)).toEqual(Array(10).fill(0))
    expect(urls.slice(10, 20).sort()).toEqual(urls.slice(0, 10).sort())
    expect(new Set(sent.slice(10))).toEqual(new Set([1000]))
  })
})

it('the timeout is 30 seconds for each attempt, and stops the request', async () => {
  const stopped = vi.fn()
  const silent = ({ signal }: Request) => {
    signal.addEventListener('abort', stopped)
    return never()
  }
  const { sent, client } = scripted([silent], { retry: 1 })
  const message = 'getOrder took longer than 30000 ms'
  expect(await outcome(client.getOrder({ orderId: 'ab' }))).toMatchObject({ name: 'TimeoutError', message })
  expect(sent[1]).toBeGreaterThan(30_000)
  expect(stopped).toHaveBeenCalledTimes(2)
})

it('onAttempt hears of each attempt, with the delay before the next one', async () => {
  const heard: Attempt[] = []
  const late = () => new Promise<Response>(resolve => setTimeout(() => resolve(fine()), 120))
  const { sent, client } = scripted([() => refusal(503, { 'retry-after': '2' }), lost, late])
  const onAttempt = (attempt: Attempt) => heard.push(attempt)
  await outcome(client.listAccounts({ 'pagination.first': 5 }, { onAttempt }))
  const call = {
    operationId: 'listAccounts',
    url: 'http://network.test/api/v2/accounts?pagination.first=5',
    duration: 0,
    delay: expect.any(Number),
  }
  expect(heard).toEqual([
    { ...call, attempt: 1, status: 503, error: expect.any(ApiError) },
    { ...call, attempt: 2, error: expect.any(TypeError) },
    { ...call, attempt: 3, status: 200, duration: 120, delay: undefined },
  ])
  expect(heard[0]!.delay).toBeCloseTo(waits(sent)[0]!, -1)
  expect(heard[0]!.delay).toBeGreaterThanOrEqual(2000)
  expect(heard[0]!.delay).toBeLessThanOrEqual(2500)
})
