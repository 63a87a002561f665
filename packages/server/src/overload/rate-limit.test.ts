import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createHttp, type HttpOptions } from '../http/app.ts'
import { problemBody, tooManyRequests } from '../responses/problem.ts'
import { clientsBehind } from './clients.ts'

const block = { height: '1', timestamp: '2', state: 'a' }
afterEach(() => void vi.useRealTimers())

/** A service with a limit of two requests per ten seconds. It believes the addresses of clients, unless told otherwise. */
async function service(options: Partial<HttpOptions> = {}) {
  const head = vi.fn(() => block)
  const app = createHttp({
    operations: [{ operationId: 'list', path: '/list', parameters: [] }],
    answer: () => ({ body: '{}', block, etag: 'e' }),
    head,
    rateLimit: { requests: 2, window: 10_000 },
    trustProxy: ['127.0.0.1'],
    ...options,
  })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = async (
    client = '192.0.2.1',
    path = '/list',
    method = 'GET',
    others: OutgoingHttpHeaders = {},
  ) => {
    const headers = { 'x-forwarded-for': client, connection: 'close', ...others }
    const asked = request({ host: '127.0.0.1', port, path, method, headers }).end()
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      asked.on('response', resolve).on('error', reject),
    )
    const body = await json(response).catch(() => undefined)
    return { status: response.statusCode, headers: response.headers, body }
  }
  const statuses = async (...clients: readonly string[]) => {
    const statuses: unknown[] = []
    for (const client of clients) statuses.push((await ask(client)).status)
    return statuses
  }
  return { ask, statuses, head }
}

test('every answer says what is left, and the one too many when to come back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { ask, head } = await service()
  expect((await ask()).headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '10',
  })
  vi.advanceTimersByTime(7_500)
  expect((await ask()).headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '3' })
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(refused.headers).toMatchObject({
    'retry-after': '3',
    'ratelimit-limit': '2',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '3',
    'content-type': 'application/json',
    'access-control-expose-headers': expect.stringContaining('ratelimit-reset'),
  })
  expect(refused.body).toEqual(JSON.parse(problemBody(tooManyRequests(2, 3))))
  // A refusal does not query the database.
  expect(head).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_500)
  expect((await ask()).status).toBe(200)
})

test.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])(
  'the clock of the day may be set %s: a client has its share in every window, and no more',
  async (_, step) => {
    vi.useFakeTimers({ now: 1e12, toFake: ['Date', 'performance'] })
    const { statuses } = await service()
    expect(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([200, 200, 429])
    vi.setSystemTime(1e12 + step)
    expect(await statuses('192.0.2.1')).toEqual([429])
    vi.advanceTimersByTime(10_000)
    expect(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([200, 200, 429])
  },
)

const PREFLIGHT = { origin: 'http://a', 'access-control-request-method': 'GET' }

test.each([
  ['a path that leads nowhere', '/nothing', 'GET', {}, 404],
  ['a malformed path', '/%zz', 'GET', {}, 400],
  ['a method that is not allowed', '/list', 'POST', {}, 405],
] as const)('%s counts like a page', async (_, path, method, headers, status) => {
  const { ask, statuses } = await service()
  const first = await ask(undefined, path, method, headers)
  expect([first.status, first.headers['ratelimit-remaining']]).toEqual([status, '1'])
  expect(await statuses('192.0.2.1', '192.0.2.1')).toEqual([200, 429])
  expect((await ask(undefined, path, method, headers)).status).toBe(429)
})

test('a preflight does not count, since no script can read its refusal', async () => {
  const { ask, statuses } = await service()
  const preflight = async () => (await ask(undefined, '/list', 'OPTIONS', PREFLIGHT)).status
  expect([await preflight(), await preflight(), await preflight()]).toEqual([204, 204, 204])
  expect(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([200, 200, 429])
  expect(await preflight()).toBe(204)
})

test('the networks around an IPv6 client have a limit, too', async () => {
  const { statuses } = await service()
  const clients = (prefix: string) =>
    Array.from({ length: 20 }, (_, net) => `${prefix}${net.toString(16).padStart(2, '0')}::1`)
  const ok = async (...of: string[]) => (await statuses(...of)).filter(status => status === 200).length
  // 4 times that of a client in 56 bits, 16 times in 48.
  expect(await ok(...clients('2001:db8:0:10'))).toBe(8)
  for (const net of ['11', '12', '13']) await statuses(...clients(`2001:db8:0:${net}`).slice(0, 8))
  expect(await ok(...clients('2001:db8:0:20'))).toBe(0)
  expect(await ok(...clients('2001:db8:1:20'))).toBe(8)
})

test('probes count apart: a client without requests left may still probe, and no more often', async () => {
  const { ask, statuses } = await service()
  expect(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1')).toEqual([200, 200, 429])
  const probes = [
    await ask(undefined, '/health'),
    await ask(undefined, '/ready?x=1'),
    await ask(undefined, '/health'),
  ]
  expect(probes.map(({ status }) => status)).toEqual([200, 200, 429])
})

test.each([
  ['an IPv4 address', '192.0.2.1', '192.0.2.1', '192.0.2.2'],
  ['an IPv4 address, however it is written', '192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ['an IPv6 network of 64 bits', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:2::1'],
])('a client is %s', async (_, one, same, other) => {
  expect(await (await service()).statuses(one, one, same, other)).toEqual([200, 200, 429, 200])
})

test.each([
  ['is not believed', undefined, 1],
  ['is believed from a trusted proxy', ['127.0.0.0/24', 'loopback'], 0],
  ['is not believed from anybody else', ['198.51.100.1'], 1],
])('X-Forwarded-For %s', async (_, trustProxy, warnings) => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const { statuses } = await service({ trustProxy, logger: { level: 'warn', stream } })
  const expected = warnings > 0 ? [200, 200, 429] : [200, 200, 200]
  expect(await statuses('203.0.113.1', '203.0.113.2', '203.0.113.3')).toEqual(expected)
  expect(lines.filter(line => line.includes('--trust-proxy 127.0.0.1')).length).toBe(warnings)
})

test('a connection that was reset has no address, and needs no advice', () => {
  const warn = vi.fn()
  clientsBehind(undefined, warn)({ headers: { 'x-forwarded-for': '192.0.2.1' }, socket: {} } as never)
  expect(warn).not.toHaveBeenCalled()
})

test.each([
  ['192.0.2.7:1001', '192.0.2.7:1002', '192.0.2.7', '192.0.2.8:1001'],
  ['[2001:db8::1]:1001', '[2001:db8::1]:1002', '2001:db8::2', '[2001:db8:0:1::1]:1001'],
  ['198.51.100.9, 192.0.2.7:1001', '192.0.2.7:1002', '192.0.2.7:1003,127.0.0.1:80', '192.0.2.8'],
])('a trusted proxy may write ports: %s and %s are one client', async (one, same, also, other) => {
  expect(await (await service()).statuses(one, same, also, other)).toEqual([200, 200, 429, 200])
})

test('without a limit no answer speaks of one', async () => {
  const { headers } = await (await service({ rateLimit: undefined })).ask()
  expect(Object.keys(headers).filter(name => name.startsWith('ratelimit'))).toEqual([])
})
