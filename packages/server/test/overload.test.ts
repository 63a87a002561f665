import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Attempt, createClient } from '@trading-network/fetch'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../src/http/app.ts'
import { createDatabase } from '../src/ingest/open-writer.ts'
import { operations } from '../src/network/open-network.ts'
import { Command } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'trading-network-'))
afterAll(() => rmSync(folder, { recursive: true }))
createDatabase(join(folder, 'network.sqlite')).close()

const started = (...args: string[]) => {
  const command = new Command(['serve', '-d', 'network.sqlite', '--port', '0', ...args], folder)
  onTestFinished(async () => {
    command.process.kill('SIGKILL')
    await command.ended()
  })
  return command
}

test('the client waits as long as a limited server asks, and then gets its answer', async () => {
  const url = await started('--rate-limit', '2/s').url()
  const waits: number[] = []
  const attempts: Attempt[] = []
  const client = createClient({
    baseUrl: url,
    retry: 5,
    onAttempt: attempt => {
      attempts.push(attempt)
      if (attempt.delay !== undefined) waits.push(attempt.delay)
    },
  })
  const before = performance.now()
  await Promise.all(Array.from({ length: 5 }, () => client.listAccounts()))
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200, 429]))
  // The limit is per second, and the remaining time is in whole seconds.
  expect(waits.filter(wait => !isFor([1000], wait))).toEqual([])
  expect(performance.now() - before).toBeGreaterThan(1000)
})

test('the client comes back to an overloaded server when asked to', async () => {
  const page = {
    edges: [],
    pageInfo: { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false },
  }
  const block = { height: '1', timestamp: '2', state: 'a' }
  const app = createHttp({
    operations,
    answer: () => {
      for (const end = performance.now() + 30; performance.now() < end; );
      return { body: JSON.stringify({ accounts: page }), block, etag: 'e' }
    },
    // Another state: no response is sent from memory.
    head: () => ({ ...block, state: 'b' }),
    maxDelay: 100,
  })
  onTestFinished(() => app.close())
  const statuses: (number | undefined)[] = []
  const waits = new Set<number>()
  const client = createClient({
    baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }),
    retry: 20,
    onAttempt: ({ status, delay }) => {
      statuses.push(status)
      if (delay !== undefined) waits.add(delay)
    },
  })
  await Promise.all(Array.from({ length: 15 }, () => client.listAccounts()))
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect([...waits].filter(wait => !isFor([1000, 2000, 3000], wait))).toEqual([])
})

/** Returns true if a client that waits so long was told one of these times. It adds up to a quarter, at random. */
const isFor = (told: number[], wait: number) => told.some(time => time <= wait && wait <= 1.25 * time)

test('X-Forwarded-For tells clients apart behind a trusted proxy, in every worker', async () => {
  const options = ['--rate-limit', '1/h', '--trust-proxy', '127.0.0.0/8,::1', '--workers', '2']
  const url = `${await started(...options).url()}/api/v2/accounts`
  const ask = async (client: number) =>
    (await fetch(url, { headers: { 'x-forwarded-for': `203.0.113.${client}` } })).status
  expect(await Promise.all(Array.from({ length: 8 }, (_, client) => ask(client)))).toEqual(Array(8).fill(200))
  // Each process counts separately. The second request may reach the other process, and the third always exceeds a
  // limit.
  const again = [await ask(0), await ask(0), await ask(0)]
  expect(again.filter(status => status === 200).length).toBeLessThanOrEqual(1)
  expect(again).toContain(429)
})
