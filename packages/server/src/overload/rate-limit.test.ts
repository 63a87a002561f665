import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createHttp, type HttpOptions } from '../http/app.ts'

const block = { height: '1', timestamp: '2', state: 'a' }
afterEach(() => void vi.useRealTimers())

/** A service with a limit of two requests per ten seconds, and a client with an address. */
function service(options: Partial<HttpOptions> = {}) {
  const head = vi.fn(() => block)
  const app = createHttp({
    operations: [{ operationId: 'list', path: '/list', parameters: [] }],
    answer: () => ({ body: '{}', block, etag: 'e' }),
    head,
    rateLimit: { requests: 2, window: 10_000 },
    ...options,
  })
  onTestFinished(() => app.close())
  const ask = (remoteAddress = '192.0.2.1', headers = {}, url = '/list') =>
    app.inject({ url, remoteAddress, headers })
  const statuses = async (...clients: Parameters<typeof ask>[]) => {
    const statuses: number[] = []
    for (const client of clients) statuses.push((await ask(...client)).statusCode)
    return statuses
  }
  return { ask, statuses, head }
}

test('every answer says what is left, and the one too many when to come back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { ask, head } = service()
  expect((await ask()).headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '10',
  })
  vi.advanceTimersByTime(7_500)
  expect((await ask()).headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '3' })
  const refused = await ask()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers).toMatchObject({
    'retry-after': '3',
    'ratelimit-limit': '2',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '3',
    'content-type': 'application/json',
    'access-control-expose-headers': expect.stringContaining('ratelimit-reset'),
  })
  expect(refused.json()).toEqual({
    code: 8,
    message: 'More requests than the service grants; try again in 3 s',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMITED',
        domain: 'trading-network',
        metadata: { limit: '2' },
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' },
    ],
  })
  // A refusal does not query the database.
  expect(head).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_500)
  expect((await ask()).statusCode).toBe(200)
})

test.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])(
  'the clock of the day may be set %s: a client has its share in every window, and no more',
  async (_, step) => {
    vi.useFakeTimers({ now: 1e12, toFake: ['Date', 'performance'] })
    const { statuses } = service()
    expect(await statuses([], [], [])).toEqual([200, 200, 429])
    vi.setSystemTime(1e12 + step)
    expect(await statuses([])).toEqual([429])
    vi.advanceTimersByTime(10_000)
    expect(await statuses([], [], [])).toEqual([200, 200, 429])
  },
)

test('addresses that lead nowhere count too; health does not, and neither does a preflight', async () => {
  const { ask, statuses } = service()
  const [first, second] = [await ask(undefined, {}, '/nothing'), await ask(undefined, {}, '/list?bad=1')]
  expect([first.statusCode, second.statusCode]).toEqual([404, 400])
  expect(second.headers).toMatchObject({ 'ratelimit-remaining': '0' })
  expect(await statuses([undefined, {}, '/nothing'], [undefined, {}, '/health'])).toEqual([429, 200])
})

test.each([
  ['an IPv4 address', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
  ['an IPv4 address, however it is written', '192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ['an IPv6 network of 64 bits', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'],
])('a client is %s', async (_, one, same, other) => {
  expect(await service().statuses([one], [one], [same], [other])).toEqual([200, 200, 429, 200])
})

test.each([
  ['is not believed', undefined, '192.0.2.1', [200, 200, 429]],
  ['is believed from a trusted proxy', ['192.0.2.0/24', 'loopback'], '192.0.2.1', [200, 200, 200]],
  ['is not believed from anybody else', ['198.51.100.1'], '192.0.2.1', [200, 200, 429]],
])('X-Forwarded-For %s', async (_, trustProxy, proxy, expected) => {
  const from = (client: string): [string, object] => [proxy, { 'x-forwarded-for': client }]
  const clients = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map(from)
  expect(await service({ trustProxy }).statuses(...clients)).toEqual(expected)
})

test.each([
  ['192.0.2.7:1001', '192.0.2.7:1002', '192.0.2.7', '192.0.2.8:1001'],
  ['[2001:db8::1]:1001', '[2001:db8::1]:1002', '2001:db8::2', '[2001:db8:0:1::1]:1001'],
  ['198.51.100.9, 192.0.2.7:1001', '192.0.2.7:1002', '192.0.2.7:1003,192.0.2.1:80', '192.0.2.8'],
])('a trusted proxy may write ports: %s and %s are one client', async (one, same, also, other) => {
  const { statuses } = service({ trustProxy: ['192.0.2.1'] })
  const from = (forwarded: string): [string, object] => ['192.0.2.1', { 'x-forwarded-for': forwarded }]
  expect(await statuses(from(one), from(same), from(also), from(other))).toEqual([200, 200, 429, 200])
})

test('an address that a client puts before its own changes nothing', async () => {
  const { statuses } = service({ trustProxy: ['192.0.2.1'] })
  const from = (spoofed: string): [string, object] => [
    '192.0.2.1',
    { 'x-forwarded-for': `${spoofed}, 203.0.113.1` },
  ]
  expect(await statuses(from('1.1.1.1'), from('2.2.2.2'), from('3.3.3.3'))).toEqual([200, 200, 429])
})

test('without a limit no answer speaks of one', async () => {
  const { headers } = await service({ rateLimit: undefined }).ask()
  expect(Object.keys(headers).filter(name => name.startsWith('ratelimit'))).toEqual([])
})
