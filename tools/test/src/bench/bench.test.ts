import { existsSync } from 'node:fs'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Bench } from './bench.ts'
import { CLI } from './child.ts'
import { measureOverload } from './overload.ts'
import { compareWith, measureServer } from './server.ts'
import { measureWaiting } from './waiting.ts'

const bench = new Bench({ orders: 2000, rounds: 1, burst: 10 })
afterAll(() => bench.end())
afterEach(() => {
  process.exitCode = undefined
})

test('the server benchmark compares every kind of request with a bare server', async () => {
  const rows = Object.entries(await measureServer(bench))
  expect(rows).toHaveLength(15)
  for (const [title, row] of rows) expect(Math.min(...Object.values(row)), title).toBeGreaterThan(0)
})

test.runIf(process.env.LONG_RUN)(
  'the server is compared with another one by every kind of request',
  async () => {
    const { table, least } = await compareWith(bench, CLI)
    expect(Object.keys(table)).toHaveLength(14)
    expect(process.exitCode ?? 0).toBe(least < 0.9 ? 1 : 0)
  },
)

test('the overload benchmark loads a service with clients that retry at once', async () => {
  const { '5 clients that retry at once': row } = await measureOverload(bench, [5])
  expect(row?.['successful/s']).toBeGreaterThan(0)
})

test('the waiting benchmark notifies clients that wait, from an event in the file on', async () => {
  const services = [{ clients: 30, own: false }]
  const size = { orders: 500, services, blocks: 1, blockTime: 400, idleTime: 200 }
  expect(Object.values(await measureWaiting(bench, size)).map(({ responses }) => responses)).toEqual([30])
})

test('its files are removed at the end', () => {
  const other = new Bench({})
  const path = other.path('.')
  expect(existsSync(path)).toBe(true)
  other.end()
  expect(existsSync(path)).toBe(false)
})
