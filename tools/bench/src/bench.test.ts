import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { Bench } from './benchmark.ts'
import { data } from './data.ts'
import { measureImpatient, reportImpatient } from './impatient.ts'
import { column } from './load/bursts.ts'
import { measureOverload } from './overload.ts'
import { measureServer, server } from './server.ts'
import { measureWaiting } from './waiting/waiting.ts'
import { workers } from './workers.ts'

const bench = new Bench({ orders: 2000, rounds: 1, burst: 30 })
afterAll(() => bench.end())

test('the data benchmark fills a database and measures ingest, pages and sizes', async () => {
  const { filling } = await bench.network()
  expect(filling?.events).toBeGreaterThan(2000)
  const report = await data.run(bench)
  expect(report).toMatch(/^Ingest of [\d,]+ events/)
  expect(report).toMatch(/events per second of CPU time +[\d,]+$/m)
  expect(report).toMatch(/^ {2}listAccounts +\d+\.\d\d +\d+\.\d\d +\d+\.\d\d +50 +[\d.]+ us$/m)
  const [, rows = ''] = /^ {2}orders +[\d,]+ +[\d,]+ +([\d,]+) +[\d.]+ MB$/m.exec(report) ?? []
  expect(Number(rows.replace(',', ''))).toBeGreaterThan(1500)
  expect(Number(rows.replace(',', ''))).toBeLessThan(2500)
})

test('the server benchmark loads the service and the bare server with every kind of request', async () => {
  const kinds = await measureServer(bench)
  expect(kinds).toHaveLength(4)
  for (const { title, service, bare } of kinds) {
    for (const name of ['rate', 'bytes'] as const)
      expect(Math.min(...column(service, name), ...column(bare, name)), title).toBeGreaterThan(0)
    expect(Math.min(...column(service, 'cpu'), ...column(bare, 'cpu')), title).toBeGreaterThanOrEqual(0)
  }
  const [accounts = 0, , polled = 0, unchanged = 0] = kinds.map(({ service }) => service[0]?.bytes)
  expect(accounts).toBeGreaterThan(1000)
  expect(unchanged).toBeLessThan(polled)
  expect(server.orders).toBeLessThan(data.orders ?? 0)
})

test('the overload benchmark offers more than the maximum load', async () => {
  const [figures, ...others] = await measureOverload(bench, 20, 100)
  expect(others).toEqual([])
  const { rates, shares, times } = figures!
  const { 'failed otherwise': failed, 'with 503': refused } = shares
  expect(Math.min(...Object.values(rates), times['without load, p50'], times.recovery)).toBeGreaterThan(0)
  expect(times['without load, p99']).toBeGreaterThanOrEqual(times['without load, p50'])
  expect(times['successful, p99']).toBeGreaterThanOrEqual(times['successful, p50'])
  expect(refused).toBeGreaterThanOrEqual(0)
  expect(refused).toBeLessThan(1)
  expect(failed).toBe(0)
})

test('the overload benchmark loads a service with clients that retry at once', async () => {
  const figures = await measureImpatient(bench, 20, [5, 50])
  expect(figures.map(({ clients }) => clients)).toEqual([5, 50])
  for (const { rounds } of figures) {
    expect(rounds).toHaveLength(1)
    expect(rounds[0]?.rate).toBeGreaterThan(0)
    expect(rounds[0]?.refused).toBeLessThan(1)
  }
  expect(reportImpatient(20, figures)).toMatch(/\n *5 +\d\.\d\d +\d/)
})

test('the workers benchmark loads one process and two', async () => {
  const report = await workers.run(bench)
  expect(report).toMatch(/\n *1 +1\.00 +1\.00 +[\d,]+ .*\n *2 +\d+\.\d\d +\d+\.\d\d +[\d,]+ .*\n/)
})

test('the waiting benchmark holds requests, and notifies them of blocks', async () => {
  const report = await measureWaiting({ waiting: 30, watchers: 3, blocks: 3, blockTime: 500, idleTime: 200 })
  expect(report).toMatch(/^30 requests wait/)
  expect(report).toMatch(/\nCPU while nothing changes: \d+\.\d % of a core/)
  expect(report).toMatch(/\nmemory: [1-9][\d.]* MB, with them [1-9]/)
  expect(report).toMatch(/\nreads per block: (?!0\.0)\d+\.\d of changed responses/)
  expect(report).toMatch(/\ndelay from commit to response: median \d+ ms, p99 \d+ ms of [1-9]/)
  const bytes = ['Prefer: wait', 'polling with If-None-Match', 'polling without'].map(name => {
    const [, number = ''] = new RegExp(`\\n *${name} +[1-9]\\d* +([\\d,]+) `).exec(report) ?? []
    return Number(number.replaceAll(',', ''))
  })
  expect(Math.min(...bytes)).toBeGreaterThan(0)
  expect(bytes[2]).toBeGreaterThan(bytes[1] ?? 0)
})

test('the simulated database is removed at the end', async () => {
  const other = new Bench({ orders: 100, rounds: 1, burst: 10 })
  const { path } = await other.network()
  expect(existsSync(path)).toBe(true)
  other.end()
  expect(existsSync(path)).toBe(false)
})

test('a missing database is an error with its name', async () => {
  const other = new Bench({ database: 'no-such.sqlite' })
  await expect(other.network()).rejects.toThrow('no-such.sqlite')
})
