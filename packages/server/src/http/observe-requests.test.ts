import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { requestMetrics } from '../metrics/requests.ts'
import { Overload } from '../overload/protect-service.ts'
import { createHttp, type HttpOptions } from './app.ts'

const block = { height: '41', timestamp: '2', state: 'a' }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A listening service with one operation that is measured. */
async function measured(answer: HttpOptions['answer'] = () => ({ body: '{}', block, etag: 'now' })) {
  const registry = new Registry()
  const overload = new Overload()
  const app = createHttp({
    operations: [{ operationId: 'list', path: '/list/{id}', parameters: [] }],
    answer,
    head: () => block,
    overload,
    observers: [requestMetrics(registry)],
  })
  closing.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    port,
    held: overload.accounts.held,
    /** Returns the number of ended requests by operation and status. */
    counts: async () => {
      const count = /^\w+_seconds_count\{operation="(.+)",status="(.+)"\} (\d+)$/gm
      const counted = [...(await registry.metrics()).matchAll(count)]
      return Object.fromEntries(
        counted.map(([, operation, status, count]) => [`${operation} ${status}`, Number(count)]),
      )
    },
    series: async () => (await registry.getMetricsAsJSON()).flatMap(({ values }) => values).length,
  }
}

function ask(port: number, method: string, path: string, headers = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  request({ host: '127.0.0.1', port, method, path, headers, agent: new Agent() }, answer => {
    answer.resume().once('close', resolve)
  })
    .once('error', reject)
    .end()
  return promise
}

test('requests are counted by operation and status, all else as none', async () => {
  const { port, counts, held } = await measured()
  const asked: Parameters<typeof ask>[] = [
    [port, 'GET', '/list/1'],
    [port, 'HEAD', '/list/1'],
    [port, 'GET', '/list/1', { 'if-none-match': '*' }],
    [port, 'GET', '/list/1', { 'x-min-block-height': 'x' }],
    [port, 'POST', '/list/1'],
    [port, 'OPTIONS', '/list/1', { 'access-control-request-method': 'GET' }],
    [port, 'GET', '/health'],
    [port, 'GET', '/openapi.json'],
    [port, 'GET', '/nowhere'],
    [port, 'GET', '/%zz'],
  ]
  for (const request of asked) await ask(...request)
  expect(await counts()).toEqual({
    'list 200': 2,
    'list 304': 1,
    'list 400': 1,
    'none 405': 1,
    'none 204': 1,
    'none 200': 2,
    'none 404': 1,
    'none 400': 1,
  })
  expect(held.requests).toBe(0)
})

test('nothing that clients send makes more series', async () => {
  const { port, series } = await measured()
  const send = async (name: string) => {
    await ask(port, 'GET', `/list/${name}`)
    await ask(port, 'GET', `/${name}`)
    await ask(port, 'PROPFIND', `/list/${name}?${name}=1`, { host: name, 'x-request-id': name })
  }
  await send('first')
  const before = await series()
  for (let number = 0; number < 20; number += 1) await send(`name${number}`)
  expect(await series()).toBe(before)
})

test('a client that leaves early is counted as 499, and is under way no more', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const { port, counts, held } = await measured(async () => {
    started.resolve()
    await finish.promise
    return { body: '{}', block, etag: 'e' }
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /list/1 HTTP/1.1\r\nhost: a\r\n\r\n')
  await started.promise
  expect(held.requests).toBe(1)
  socket.destroy()
  await vi.waitFor(async () => expect(await counts()).toEqual({ 'list 499': 1 }), 120_000)
  expect(held.requests).toBe(0)
  finish.resolve()
})
