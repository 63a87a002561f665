import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Clients } from './clients.ts'

test('requests beyond the connections that wait are counted, and not sent', async () => {
  const held: ServerResponse[] = []
  const paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    if (url === '/first') response.end('{}')
    else held.push(response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  let next = '/first'
  const clients = await Clients.open(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    3,
    () => next,
  )
  onTestFinished(() => clients.end())
  expect(paths).toEqual(['/first', '/first', '/first'])

  next = '/held'
  const offering = clients.offer({ perSecond: 1000, milliseconds: 20 })
  while (held.length < 3) await setTimeout(5)
  // The load ends before the first response.
  await setTimeout(50)
  const [one, two, three] = held
  one?.writeHead(503, { 'content-length': 2 }).end('{}')
  two?.end('x'.repeat(100_000))
  three?.socket?.destroy()
  const { responses, unsent } = await offering
  expect(responses.map(({ status }) => status).sort()).toEqual([0, 200, 503])
  expect(unsent).toBe(17)
  for (const { sent, done } of responses) expect(done - sent).toBeGreaterThan(20)

  // Two requests for two connections: the closed one is not used again.
  next = '/first'
  expect(await clients.offer({ perSecond: 100, milliseconds: 15 })).toMatchObject({ unsent: 0 })
})
