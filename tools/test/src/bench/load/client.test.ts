import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from './client.ts'

test('a client sends one request after the other, until the server closes it', async () => {
  const server = createServer(({ url = '' }, response) => {
    if (url === '/refused') response.writeHead(503, { 'content-length': 2 }).end('{}')
    else if (url === '/large') response.writeHead(200, { 'content-length': 300_000 }).end('x'.repeat(300_000))
    else response.socket?.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const client = await Client.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => client.end())
  const statuses: number[] = []
  for (const path of ['/refused', '/large', '/refused', '/gone', '/refused'])
    statuses.push((await client.request({ path, headers: {} })).status)
  expect(statuses).toEqual([503, 200, 503, 0, 0])
})
