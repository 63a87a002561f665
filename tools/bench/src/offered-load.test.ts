import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { offerLoad } from './offered-load.ts'

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('requests go out when they are due, whether or not those before are answered', async () => {
  let underWay = 0
  let most = 0
  const port = await listen(async (_, response) => {
    underWay += 1
    most = Math.max(most, underWay)
    await setTimeout(100)
    underWay -= 1
    response.end('x'.repeat(100_000))
  })
  const outcomes = await offerLoad(port, ['/'], { perSecond: 200, milliseconds: 100 })
  expect(outcomes).toHaveLength(20)
  expect(most).toBeGreaterThan(5)
  for (const { status, sent, done } of outcomes) {
    expect(status).toBe(200)
    expect(done - sent).toBeGreaterThanOrEqual(99)
  }
})

test('what is refused is told apart from what breaks', async () => {
  let requests = 0
  const port = await listen((request, response) => {
    requests += 1
    if (requests % 3 === 0) request.socket.destroy()
    else response.writeHead(requests % 3 === 1 ? 200 : 503, { 'content-length': 2 }).end('{}')
  })
  const outcomes = await offerLoad(port, ['/'], { perSecond: 300, milliseconds: 50 })
  const count = (wanted: number) => outcomes.filter(({ status }) => status === wanted).length
  expect([count(200), count(503), count(0)]).toEqual([5, 5, 5])
})
