import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../src/index.ts'
import { sampleNetwork } from './sample-network.ts'

const CALLS = 100

it('100 parallel calls against 20 requests per second all succeed, with at most 1.3 requests per response', async () => {
  const network = await sampleNetwork(20, { rateLimit: { requests: 20, window: 1000 } })
  onTestFinished(network.close)
  let requests = 0
  const delays: number[] = []
  const client = createClient({
    baseUrl: network.baseUrl,
    onAttempt: ({ delay }) => {
      requests++
      if (delay !== undefined) delays.push(delay)
    },
  })
  const started = performance.now()
  const calls = Array.from({ length: CALLS }, (_, call) =>
    client.listAccounts({ 'pagination.first': call + 1 }),
  )
  const failures = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `rate limit: ${CALLS} calls, ${failures.length} failures, ${requests} requests, ${delays.length} retries, ${seconds} s`,
  )
  expect(failures).toEqual([])
  expect(requests).toBeLessThanOrEqual(1.3 * CALLS)
})
