import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { Bench } from './benchmark.ts'
import { data, measureData } from './data.ts'
import { measureOverload, type OverloadFigures } from './overload.ts'
import { measureServer, server } from './server.ts'
import { workers } from './workers.ts'

const bench = new Bench({ orders: 2000, rounds: 1, burst: 30 })
afterAll(() => bench.end(false))

test('the data benchmark fills a database and measures ingest, sizes and pages', async () => {
  const { filling, sizes, pages, orders } = await measureData(bench)
  const rows = sizes.find(({ name }) => name === 'orders')?.rows ?? 0
  expect(rows).toBeGreaterThan(1600)
  expect(rows).toBeLessThan(2400)
  expect(filling?.events).toBeGreaterThan(rows)
  expect(filling?.seconds).toBeGreaterThan(0)
  expect(sizes.every(({ bytes }) => bytes > 0)).toBe(true)
  expect(pages.map(({ title }) => title)).toContain('accounts')
  for (const page of pages) {
    expect(page.rows, page.title).toBeGreaterThanOrEqual(150)
    expect(Math.min(page.start, page.middle, page.end, page.middleToStart, page.endToStart)).toBeGreaterThan(
      0,
    )
  }
  expect(Math.min(orders.latest, orders.byVersion)).toBeGreaterThan(0)

  const report = await data.run(bench)
  expect(report).toMatch(/^Ingest of [\d,]+ events/)
  expect(report).toMatch(/middle\/start +end\/start +rows/)
})

test('the server benchmark loads the service and the bare server with every kind of request', async () => {
  const figures = await measureServer(bench)
  expect(figures).toHaveLength(4)
  for (const { title, share, service, bare, serviceCpu, bareCpu, bytes } of figures) {
    expect(Math.min(share, service, bare, bytes), title).toBeGreaterThan(0)
    expect(Math.min(serviceCpu, bareCpu), title).toBeGreaterThanOrEqual(0)
  }
  const [accounts, , polled, unchanged] = figures
  expect(accounts?.bytes).toBeGreaterThan(1000)
  expect(unchanged?.bytes).toBeLessThan(polled?.bytes ?? 0)
  expect(server.orders).toBeLessThan(data.orders)
})

test('the overload benchmark offers more than can be carried, and sees what becomes of it', async () => {
  const [figures, ...more] = await measureOverload(bench, 20)
  expect(more).toEqual([])
  const { capacity, offered, ofCapacity, shed, failed, alone, answer, recovery } = figures as OverloadFigures
  expect(Math.min(capacity, offered, ofCapacity, alone.p50, answer.p50, recovery)).toBeGreaterThan(0)
  expect(alone.p99).toBeGreaterThanOrEqual(alone.p50)
  expect(answer.p99).toBeGreaterThanOrEqual(answer.p50)
  expect(shed).toBeGreaterThanOrEqual(0)
  expect(shed).toBeLessThan(1)
  expect(failed).toBe(0)
})

test('the workers benchmark loads one process and two', async () => {
  const report = await workers.run(bench)
  expect(report).toMatch(/\n *1 +[\d,]+ +1\.00\n *2 +[\d,]+ +\d+\.\d\d\n/)
})

test('a database that it made is removed unless it is to be kept', async () => {
  const other = new Bench({ orders: 100, rounds: 1, burst: 10 })
  const { path } = await other.network()
  expect(other.end(true)).toBe(path)
  expect(existsSync(path)).toBe(true)
  expect(other.end(false)).toBeUndefined()
  expect(existsSync(path)).toBe(false)
})

test('a database that is not there is named', async () => {
  const other = new Bench({ orders: 100, rounds: 1, burst: 10, database: 'no-such.sqlite' })
  await expect(other.network()).rejects.toThrow('no-such.sqlite')
})
