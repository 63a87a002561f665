import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttp, type HttpOptions } from '../http/app.ts'
import type { EndedRequest } from '../http/observe-requests.ts'
import { problemBody, unavailable } from '../responses/problem.ts'
import { Overload } from './protect-service.ts'

const block = { height: '1', timestamp: '2', state: 'a' }
const operations = ['/list', '/huge'].map(path => ({
  operationId: path,
  method: 'GET',
  path,
  parameters: [],
}))

/** More than the buffers between a service and its client hold; bytes. */
const BYTES = 30 * 1024 * 1024
/** A character of it takes three bytes. */
const HUGE = '€'.repeat(BYTES / 3)

/** A listening service: `/list` is small, `/huge` is large. */
async function listen(options: Partial<HttpOptions> = {}) {
  const app = createHttp({
    operations,
    answer: ({ path }) => ({ body: path === '/huge' ? HUGE : '{}', block, etag: 'e' }),
    head: () => block,
    ...options,
  })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const dial = async (sent = ''): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(sent)
    return socket
  }
  const connections = () =>
    new Promise<number>(resolve => app.server.getConnections((_, count) => resolve(count)))
  return { app, url: `http://127.0.0.1:${port}`, dial, connections }
}

const GET = 'GET /list HTTP/1.1\r\nhost: a\r\n\r\n'

/** Reads until the connection is closed. Returns the status line and the error body. */
async function refusal(socket: Socket): Promise<{ head: string; body: unknown }> {
  let response = ''
  socket.setEncoding('utf8').on('data', part => {
    response += part
  })
  // A client that still sends may get a connection error after the response.
  socket.on('error', () => undefined)
  await new Promise(resolve => socket.once('close', resolve))
  const [head = '', body = ''] = response.split('\r\n\r\n')
  return { head, body: JSON.parse(body) }
}

test("what is too much is refused in the contract's words, and a page of any origin may read it", async () => {
  // Each response takes longer than the maximum wait. Another state: none is sent from memory.
  const head = () => ({ ...block, state: 'b' })
  const answer = () => {
    for (const end = performance.now() + 30; performance.now() < end; );
    return { body: '{}', block, etag: 'e' }
  }
  const ended: EndedRequest[] = []
  const observers = [(request: EndedRequest) => void ended.push(request)]
  const { app, url } = await listen({ answer, head, maxDelay: 20, observers })
  const warn = vi.spyOn(app.log, 'warn')
  const responses = await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/list`)))
  const refused = responses.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(10)
  expect(responses.filter(({ status }) => status === 200).length).toBe(30 - refused.length)
  // The observers see all requests, with the wait of each.
  expect(ended.filter(({ status }) => status === 503).length).toBe(refused.length)
  expect(Math.max(...ended.map(({ milliseconds }) => milliseconds))).toBeGreaterThan(35)
  for (const response of refused) {
    const seconds = response.headers.get('retry-after') ?? ''
    expect(['1', '2', '3']).toContain(seconds)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('retry-after'),
    })
    expect(await response.text()).toBe(problemBody(unavailable(Number(seconds))))
  }
  expect((await fetch(`${url}/list`)).status).toBe(200)
  // On a slow machine the refusals take more than the interval of a line.
  const logged = () => warn.mock.calls.map(([line]) => (line as { refused: number }).refused)
  await vi.waitFor(() => expect(logged().reduce((sum, one) => sum + one, 0)).toBe(refused.length), 120_000)
})

test('an address that is too long gets 414, headers that are too large 431', async () => {
  const { url, dial } = await listen()
  const long = await fetch(`${url}/list?${'x'.repeat(20_000)}`)
  expect([long.status, await long.json()]).toMatchObject([
    414,
    { code: 3, details: [{ reason: 'URI_TOO_LONG' }] },
  ])
  expect(long.headers.get('x-request-id')).toMatch(/./)
  const large = await dial(`GET /list HTTP/1.1\r\nx: ${'x'.repeat(33_000)}\r\n\r\n`)
  expect(await refusal(large)).toMatchObject({
    head: expect.stringMatching(/^HTTP\/1\.1 431 /),
    body: { code: 3 },
  })
})

const timedOut = { code: 4, details: [{ reason: 'REQUEST_TIMEOUT' }] }

test.each([
  ['headers that do not end', 'GET /list HTTP/1.1\r\nx-slow: '],
  ['a connection that never says anything', ''],
])('%s: 408, and the connection is closed', async (_, sent) => {
  const { dial } = await listen({
    limits: { headersTimeout: 100, requestTimeout: 60_000, checkInterval: 30 },
  })
  const socket = await dial(sent)
  // A byte from time to time does not help.
  const drip = setInterval(() => sent && socket.writable && socket.write('x'), 20)
  onTestFinished(() => clearInterval(drip))
  socket.once('data', () => clearInterval(drip))
  expect(await refusal(socket)).toMatchObject({
    head: expect.stringMatching(/^HTTP\/1\.1 408 /),
    body: timedOut,
  })
})

test('a body is not read, and one without an end closes its connection', async () => {
  const { app, url, dial } = await listen()
  let parts = 0
  app.server.on('request', request => {
    const { push } = request
    request.push = (chunk: unknown) => {
      if (chunk !== null) parts += 1
      return push.call(request, chunk)
    }
  })
  const chunked = (method: string) =>
    GET.replace('GET', method).replace('a\r\n', 'a\r\ntransfer-encoding: chunked\r\n')
  const whole = await dial(
    `${chunked('POST')}${'1\r\na\r\n'.repeat(1000)}0\r\n\r\n${GET.replace('a\r\n', 'a\r\nconnection: close\r\n')}`,
  )
  expect(await text(whole)).toMatch(/^HTTP\/1\.1 405 .*HTTP\/1\.1 200 .*\{\}$/s)
  const endless = await dial(`${chunked('GET')}1\r\na\r\n`)
  expect(await text(endless)).toMatch(/^HTTP\/1\.1 200 .*connection: close.*\{\}$/is)
  expect(parts).toBe(0)
  // Node's clients of this process have their bodies: they share its parsers.
  const [response] = await once(get(`${url}/list`), 'response')
  expect(await text(response)).toBe('{}')
})

test('a body that is announced and does not come keeps no connection open', async () => {
  const { dial } = await listen({ limits: { headersTimeout: 100, requestTimeout: 100, checkInterval: 30 } })
  const socket = await dial('POST /list HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 /)
})

test('a client that ends its side while its response is made still gets it', async () => {
  let socket: Socket | undefined
  const answer = () => {
    socket?.end()
    return { body: '{}', block, etag: 'e' }
  }
  const { dial } = await listen({ answer })
  socket = await dial(GET)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\{\}$/s)
})

test('a connection that is idle after a request is closed in time', async () => {
  const { dial } = await listen({ limits: { keepAliveTimeout: 50 } })
  expect(await text(await dial(GET))).toMatch(/^HTTP\/1\.1 200 /)
})

const GET_HUGE = GET.replace('/list', '/huge')

/** A client that requests a large response and reads only its beginning. */
async function lazyReader(dial: (sent: string) => Promise<Socket>): Promise<Socket> {
  const socket = await dial(GET_HUGE)
  await once(socket, 'readable')
  return socket.on('error', () => undefined)
}

test('a reader that stops reading is cut off, and others are not', async () => {
  const { url, dial, connections } = await listen({ limits: { stallTimeout: 200 } })
  const socket = await lazyReader(dial)
  await vi.waitFor(async () => expect(await connections()).toBe(0), 120_000)
  expect((await fetch(`${url}/list`)).status).toBe(200)
  await once(socket.resume(), 'close')
  expect(socket.bytesRead).toBeLessThan(BYTES)
})

test.skipIf(process.platform !== 'linux')(
  'when connections run out, the client with the most of them loses its oldest',
  async () => {
    const overload = new Overload({ limits: { mostConnections: 4 } })
    const { app, url, dial, connections } = await listen({ overload })
    const hog: Socket[] = []
    for (const _ of [1, 2, 3, 4]) hog.push((await dial()).resume())
    const [oldest] = hog as [Socket]
    const other = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: '127.0.0.2' })
    onTestFinished(() => void other.destroy())
    const closed = once(oldest, 'close')
    other.write(GET.replace('host: a', 'host: a\r\nconnection: close'))
    expect(await text(other)).toMatch(/^HTTP\/1\.1 200 /)
    await closed
    await vi.waitFor(async () => expect(await connections()).toBe(3), 120_000)
    await dial()
    // The next one is a further one of the same client.
    await once((await dial()).resume(), 'close')
    expect([overload.accounts.refused.connections, app.server.listening]).toEqual([2, true])
  },
)

test.each([
  ['one client', 'mostClientBytes'],
  ['all clients', 'mostBytes'],
])('when unread answers of %s hold too much memory, the oldest go', async (_, limit) => {
  const none = { mostClientBytes: Infinity, mostBytes: Infinity }
  const { dial, connections } = await listen({ limits: { ...none, [limit]: 2.5 * BYTES } })
  const readers: Socket[] = []
  for (const _ of [1, 2, 3, 4]) readers.push(await lazyReader(dial))
  await vi.waitFor(async () => expect(await connections()).toBe(2), 120_000)
  const read = await Promise.all(
    readers.map(async socket => {
      // The remaining clients must not wait for another request.
      socket.on('data', () => socket.bytesRead > BYTES && socket.destroy())
      await once(socket.resume(), 'close')
      return socket.bytesRead > BYTES
    }),
  )
  expect(read).toEqual([false, false, true, true])
})

test('a connection with more than 32 unanswered requests is closed, and one with 32 gets all', async () => {
  const overload = new Overload()
  const { app, dial } = await listen({ overload })
  let requests = 0
  app.server.on('request', () => {
    requests += 1
  })
  const count = (answers: string) => answers.match(/HTTP\/1\.1 200/g)?.length ?? 0
  const most = await dial(GET.repeat(32))
  let answers = ''
  most.on('data', chunk => {
    answers += chunk
  })
  await vi.waitFor(() => expect(count(answers)).toBe(32), 120_000)
  most.write(GET)
  await vi.waitFor(() => expect(count(answers)).toBe(33), 120_000)
  const closed = await dial(GET.repeat(2000))
  closed.on('error', () => undefined).resume()
  await once(closed, 'close')
  expect(overload.accounts.refused.unanswered).toBe(1)
  // Node does not even parse the rest.
  expect(requests).toBe(33 + 33)
})
