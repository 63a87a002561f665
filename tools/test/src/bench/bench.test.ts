import { existsSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import { compare } from './against.ts'
import { Bench } from './bench.ts'
import { CLI } from './child.ts'
import { measureClient } from './client.ts'
import { measureOverload } from './overload.ts'
import { measureServer } from './server.ts'
import { LONG } from './waiting/clients.ts'
import { measureWaiting } from './waiting/waiting.ts'

const bench = new Bench({ orders: 2000, rounds: 1, burst: 30 })
afterAll(() => bench.end())
afterEach(() => {
  process.exitCode = undefined
})

test('the server benchmark loads the service and the bare server with every kind of request', async () => {
  const report = await measureServer(bench)
  const rows = [...report.matchAll(/^ {2}(\S.*?) {3,}\d+\.\d\d +\d+\.\d\d +([\d,]+) +[\d.]+ us +([\d,]+)$/gm)]
  expect(rows.map(([, title]) => title)).toEqual([
    ...['about 50 accounts of a random party', 'a random order', 'the same 50 stop orders, polled'],
    'the same, unchanged (304)',
  ])
  for (const [row, , rate] of rows) expect(rate, row).not.toBe('0')
  const [accounts = 0, , polled = 0, unchanged = 0] = rows.map(([, , , bytes = '']) =>
    Number(bytes.replace(',', '')),
  )
  expect(accounts).toBeGreaterThan(1000)
  expect(unchanged).toBeLessThan(polled)
})

test('the server is compared with another one by every kind of request', async () => {
  const { text, least } = await compare(bench, CLI, 'itself')
  expect([...text.matchAll(/^ {2}\S.*? {3,}\d+\.\d\d +[\d.]+ us +[\d.]+ us$/gm)]).toHaveLength(13)
  expect(process.exitCode ?? 0).toBe(least < 0.9 ? 1 : 0)
})

test('the overload benchmark loads a service with clients that retry at once', async () => {
  const report = await measureOverload(bench, [5, 50], [20])
  for (const clients of [5, 50])
    expect(report).toMatch(
      new RegExp(`\\n *${clients} +\\d\\.\\d\\d +[\\d.]+ +[1-9][\\d,]* +[\\d,]+ ms +0\\.\\d\\d\\n`),
    )
})

test('the client benchmark measures every caller beside bare openapi-fetch', async () => {
  const { fetch } = globalThis
  const report = await measureClient(bench)
  expect(report.match(/^ {2}openapi-fetch, timeout +1\.00 +\d+\.?\d* us$/gm)).toHaveLength(2)
  expect(report.match(/ \d+\.\d\d +[1-9]\d*\.?\d* us$/gm)).toHaveLength(12)
  expect(globalThis.fetch).toBe(fetch)
})

test('the waiting benchmark notifies clients that wait, from an event in the file on', async () => {
  const network = { seed: 1, scale: 20, blocks: 20 }
  const services = [
    { clients: 30, workers: 1, pages: undefined },
    { clients: 30, workers: 1, pages: LONG },
  ]
  const size = { blocks: 1, blockTime: 400, idleTime: 200 }
  const report = await measureWaiting(bench, { services, network, ...size })
  const row = /^ {2}(30.+?) +1 +\d+\.\d % +-?[\d,]+ kB +[1-9]\d*(?: +-?[\d,]+ ms){4}$/gm
  const rows = [...report.matchAll(row)].map(([, title]) => title)
  expect(rows, report).toEqual(['30, paths of their own', '30, pages of 20 to 69 rows'])
})

test('the simulated database is removed at the end', async () => {
  const other = new Bench({ orders: 100, rounds: 1, burst: 10 })
  const path = await other.database()
  expect(existsSync(path)).toBe(true)
  other.end()
  expect(existsSync(path)).toBe(false)
})
