import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type OfferedRequest, type Outcome, offerLoad } from './open-loop.ts'

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function outcomesOf(
  origin: string,
  request: OfferedRequest,
  load: { perSecond: number; milliseconds: number },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await offerLoad(
    origin,
    () => request,
    load,
    outcome => outcomes.push(outcome),
  )
  return outcomes
}

test('requests are sent when they are due, whether or not earlier ones have a response', async () => {
  let pending = 0
  let most = 0
  const origin = await listen(async (_, response) => {
    pending += 1
    most = Math.max(most, pending)
    await setTimeout(100)
    pending -= 1
    response.end('x'.repeat(100_000))
  })
  const outcomes = await outcomesOf(origin, { path: '/' }, { perSecond: 200, milliseconds: 100 })
  expect(outcomes).toHaveLength(20)
  expect(most).toBeGreaterThan(5)
  for (const { result, sent, done } of outcomes) {
    expect(result).toBe('200')
    expect(done - sent).toBeGreaterThanOrEqual(99)
  }
})

test('refused, lost and abandoned requests are counted apart', async () => {
  let requests = 0
  const origin = await listen((request, response) => {
    if (request.url === '/slow') return
    requests += 1
    if (requests % 3 === 0) request.socket.destroy()
    else response.writeHead(requests % 3 === 1 ? 200 : 503, { 'content-length': 2, etag: '"1"' }).end('{}')
  })
  const learned: unknown[] = []
  const learn = (...response: unknown[]) => void learned.push(response)
  const outcomes = await outcomesOf(origin, { path: '/', learn }, { perSecond: 300, milliseconds: 50 })
  const count = (wanted: string) => outcomes.filter(({ result }) => result === wanted).length
  expect([count('200'), count('503'), count('lost')]).toEqual([5, 5, 5])
  expect(learned).toEqual(Array.from({ length: 5 }, () => ['{}', '"1"']))

  const abandoned = await outcomesOf(
    origin,
    { path: '/slow', leavesAfter: 20 },
    { perSecond: 1000, milliseconds: 1 },
  )
  expect(abandoned.map(({ result }) => result)).toEqual(['left'])
})
