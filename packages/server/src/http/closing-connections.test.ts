import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createHttp } from './app.ts'

test('a connection gets its response if its request comes when the port has closed; a silent one is closed', async () => {
  const block = { height: '1', timestamp: '2', state: 'a' }
  const answer = () => ({ body: '{}', block, etag: 'e' })
  const app = createHttp({ operations: [], answer, head: () => block })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const [silent, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([once(silent, 'connect'), once(late, 'connect')])
  const closed = app.close()
  await expect.poll(() => app.server.listening, { interval: 5 }).toBe(false)
  late.end('GET /health HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await text(late)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(await text(silent)).toBe('')
  await closed
})
