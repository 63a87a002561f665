import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, fine, lost, never, refusal } from '../test/connect.ts'
import { delays } from '../test/delays.ts'
import { watch } from './watch.ts'

// Each request has its own pause, token and errors.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets time pass in steps: bodies of responses need turns of the event loop between two timers. */
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) await vi.advanceTimersByTimeAsync(50)
}

/** The result of a call, and the milliseconds until then. */
const timed = async (call: PromiseLike<unknown>) => {
  const start = Date.now()
  const result = await call.then(
    () => 'data',
    error => error.name,
  )
  return [result, Date.now() - start]
}

describe('a pause', () => {
  const limited = (request: Request) => {
    const user = request.headers.get('authorization')
    if (request.url.includes('/stoporders')) return refusal(503, { 'retry-after': '4' })
    return user === 'a' ? refusal(429, { 'retry-after': '4' }) : fine()
  }
  const as = (authorization: string) => ({ headers: { authorization }, retry: 0 })

  it('of a 503 is that of its own call', async () => {
    const client = connect(limited)
    client.listStopOrders().catch(() => {})
    await vi.advanceTimersByTimeAsync(10)
    expect(await timed(client.listAccounts())).toEqual(['data', 0])
  })

  it('of a 429 is that of its token, and no longer than the maxWait of each call', async () => {
    const client = connect(limited)
    await client.listAccounts({}, as('a')).catch(() => {})
    expect(await timed(client.listAccounts({}, as('b')))).toEqual(['data', 0])
    const impatient = timed(client.listAccounts({}, { ...as('a'), maxWait: 3999 }))
    const patient = timed(client.listAccounts({}, as('a')))
    await vi.advanceTimersByTimeAsync(6000)
    expect(await impatient).toEqual(['TimeoutError', 0])
    const [result, waited] = await patient
    expect(result).toBe('ApiError')
    expect(waited).toBeGreaterThanOrEqual(4000)
  })

  it('after a success that used up the limit is that of its token', async () => {
    let responses = 0
    const client = connect(() =>
      responses++ ? fine() : fine({ 'ratelimit-remaining': '0', 'ratelimit-reset': '3' }),
    )
    await client.listAccounts({}, as('a'))
    const next = timed(client.listAccounts({}, as('a')))
    expect(await timed(client.listAccounts({}, as('b')))).toEqual(['data', 0])
    await vi.advanceTimersByTimeAsync(4000)
    expect((await next)[1]).toBeGreaterThanOrEqual(3000)
  })

  it('is none for a single place: RateLimit-Remaining limits the calls of its token only', async () => {
    const users: (string | null)[] = []
    const client = connect(({ headers }) => {
      users.push(headers.get('authorization'))
      return users.length === 1 ? fine({ 'ratelimit-remaining': '1' }) : never()
    })
    await client.listAccounts({}, as('a'))
    for (const user of ['a', 'a', 'b', 'b']) client.listAccounts({}, as(user)).catch(() => {})
    await vi.advanceTimersByTimeAsync(10)
    expect(users).toEqual(['a', 'a', 'b', 'b'])
  })

  it('is at most maxWait, jitter included', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
    const delays: unknown[] = []
    const client = connect(() => refusal(503, { 'retry-after': '1' }), {
      maxWait: 1000,
      onAttempt: ({ delay }) => delays.push(delay),
    })
    client.listAccounts().catch(() => {})
    await pass(9000)
    expect(delays).toEqual([1000, 1000, undefined])
    vi.restoreAllMocks()
  })
})

it('the queue is left at once when its pause becomes longer than maxWait', async () => {
  const client = connect(async () => {
    await new Promise(resolve => setTimeout(resolve, 100))
    return refusal(429, { 'retry-after': '4' })
  })
  for (let call = 0; call < 10; call++) client.listAccounts({}, { retry: 0 }).catch(() => {})
  const ended = vi.fn()
  timed(client.listAccounts({}, { maxWait: 3999 })).then(ended)
  await pass(500)
  expect(ended).toHaveBeenCalledWith(['TimeoutError', 100])
})

it('the queue is left after timeout and maxWait in which no request starts', async () => {
  const client = connect(never)
  for (let call = 0; call < 10; call++) client.listAccounts({}, { timeout: Infinity }).catch(() => {})
  const waiting = timed(client.listAccounts({}, { timeout: 1000, maxWait: 500 }))
  await pass(5000)
  expect(await waiting).toEqual(['TimeoutError', 1500])
})

describe.each(Object.keys(delays))('behind a server that asks for %s', delay => {
  it.each([
    [503, 'retry-after'],
    [429, 'retry-after'],
    [429, 'ratelimit-reset'],
  ])('with a %i in %s, a call and a watch back off', async (status, name) => {
    let [requests, isDown] = [0, true]
    const client = connect(() => {
      requests++
      return isDown
        ? refusal(status, { [name]: delays[delay]!() })
        : fine({ etag: '"1"', 'x-block-height': '1' })
    })
    const [, waited] = await Promise.all([timed(client.listAccounts()), pass(6000)]).then(
      ([result]) => result as [string, number],
    )
    expect(requests).toBe(3)
    expect(waited).toBeGreaterThanOrEqual(1200)
    isDown = false
    const watching = watch(client.listAccounts({ 'pagination.first': 1 }))
    // The last refusal may have paused its token.
    await Promise.all([watching.next(), pass(3000)])
    isDown = true
    requests = 0
    watching.next().catch(() => {})
    watching.next().catch(() => {})
    await pass(5000)
    expect(requests).toBeLessThanOrEqual(5)
    await watching.throw(new Error('enough')).catch(() => {})
  })
})

describe('a function of headers', () => {
  it('gives each request a token of the time when it is sent', async () => {
    const client = connect(
      async ({ headers }) => {
        const age = Date.now() - Number(headers.get('authorization'))
        await new Promise(resolve => setTimeout(resolve, 200))
        return age > 400 ? refusal(401) : fine()
      },
      { headers: async () => ({ authorization: `${Date.now()}` }) },
    )
    const results = Promise.all(Array.from({ length: 60 }, () => timed(client.listAccounts())))
    await pass(4000)
    expect((await results).filter(([result]) => result !== 'data')).toEqual([])
  })

  it('is called in the context of its call, also after a wait: each user gets own records', async () => {
    const user = new AsyncLocalStorage<string>()
    const token = () => ({ authorization: user.getStore()! })
    const sent: unknown[] = []
    const client = connect(
      ({ headers }) => {
        sent.push(headers.get('authorization'))
        return sent.length > 12 ? fine() : refusal(503)
      },
      { headers: token },
    )
    const users = Array.from({ length: 12 }, (_, index) => `user ${index}`)
    const calls = users.map(name => user.run(name, async () => await client.listAccounts()))
    await Promise.all([...calls, pass(2000)])
    expect(sent.slice(0, 12).sort()).toEqual(users.toSorted())
    expect(sent.slice(12).sort()).toEqual(users.toSorted())
  })

  it('is asked again for a retry; a header of middleware stays', async () => {
    const seen: unknown[] = []
    let tokens = 0
    const client = connect(
      ({ headers }) => {
        seen.push([headers.get('authorization'), headers.get('x-own')])
        return seen.length > 1 ? fine() : refusal(503)
      },
      {
        headers: () => ({ authorization: `${++tokens}`, 'x-own': `${tokens}` }),
        middleware: [{ onRequest: ({ request }) => request.headers.set('x-own', 'mine') }],
      },
    )
    await Promise.all([client.listAccounts(), pass(1000)])
    expect(seen).toEqual([
      ['1', 'mine'],
      ['2', 'mine'],
    ])
  })
})

it.each<[string, () => Response | Promise<Response>, object]>([
  ['an ApiError', () => refusal(404), {}],
  ['a TimeoutError', never, { timeout: 5 }],
  ['a lost connection', lost, {}],
])('the stack of %s names the line of the caller, once', async (_, answer, options) => {
  const client = connect(answer, { retry: 0 })
  const theCallersOwnFunction = async () => await client.getOrder({ orderId: 'ab' }, options)
  const caught = theCallersOwnFunction().catch(error => error)
  await vi.advanceTimersByTimeAsync(10)
  expect((await caught).stack.split('theCallersOwnFunction')).toHaveLength(2)
})

it('a promise of onAttempt is awaited, and its error ends the call', async () => {
  const onAttempt = async () => {
    throw new RangeError('the log is full')
  }
  await expect(connect(() => fine(), { onAttempt }).listAccounts()).rejects.toThrow('the log is full')
})

it('the error after a redirect to a page names the URL of that page', async () => {
  const page = Object.defineProperties(new Response('<h1>Log in</h1>'), {
    redirected: { value: true },
    url: { value: 'http://login.test/' },
  })
  await expect(connect(() => page, { retry: 0 }).listAccounts()).rejects.toMatchObject({
    url: 'http://login.test/',
  })
})
