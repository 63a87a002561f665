import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { createHttp, type HttpOptions } from './app.ts'

const block = { height: '1', timestamp: '2', state: 'a' }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A listening service of one operation; returns its port. */
async function listen(answer: HttpOptions['answer']) {
  const operations = [{ operationId: 'list', path: '/list', parameters: [] }]
  const app = createHttp({ operations, answer, head: () => block })
  closing.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** Sends raw bytes and reads until the service closes the connection. */
async function exchange(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

const answer = () => ({ body: '{}', block, etag: 'e' })

test('what is not HTTP is answered with an error body', async () => {
  const { port } = await listen(answer)
  const response = await exchange(port, 'HELLO\r\n\r\n')
  const [head = '', body = ''] = response.split('\r\n\r\n')
  expect(head).toContain('HTTP/1.1 400 Bad Request')
  expect(head).toContain('\r\ncontent-type: application/json\r\n')
  expect(head).toContain(`\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`)
  expect(JSON.parse(body)).toMatchObject({ code: 3, details: [{}] })
})

test('closing lets the request under way finish, says that it was the last, and is then done', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const { app, port } = await listen(async () => {
    started.resolve()
    await finish.promise
    return { body: '{"done":true}', block, etag: 'e' }
  })
  const response = exchange(port, 'GET /list HTTP/1.1\r\nhost: a\r\n\r\n')
  await started.promise
  const closed = app.close()
  await vi.waitFor(() => expect(app.server.listening).toBe(false), 120_000)
  finish.resolve()
  expect(await response).toMatch(/\r\nconnection: close\r\n.*\r\n\r\n\{"done":true\}$/s)
  await closed
  await expect(exchange(port, 'GET /list HTTP/1.1\r\nhost: a\r\n\r\n')).rejects.toThrow('ECONNREFUSED')
})

test('a connection gets its response if its request comes when the port has closed; a silent one is closed', async () => {
  const { app, port } = await listen(answer)
  const [silent, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([once(silent, 'connect'), once(late, 'connect')])
  const closed = app.close()
  await expect.poll(() => app.server.listening, { interval: 5 }).toBe(false)
  late.end('GET /list HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await text(late)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(await text(silent)).toBe('')
  await closed
})
