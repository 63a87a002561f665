import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
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

const answer = () => ({ body: '{}', block, etag: 'e' })

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
