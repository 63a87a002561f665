import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@trading-network/server'
import { afterAll, afterEach, expect, test } from 'vitest'
import { Bench } from '../benchmark.ts'
import { StatusLine } from '../status-line.ts'
import { eventsOfScale } from './events.ts'
import { readPlans } from './plan.ts'
import { measureScale, reportScale } from './scale.ts'
import { Storage } from './storage.ts'

const directory = mkdtempSync(join(tmpdir(), 'trading-network-scale-'))
afterAll(() => rmSync(directory, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
})

const benchOf = (scale: number, keep: boolean) =>
  new Bench({ orders: 1, rounds: 1, burst: 1, scale: { scale, directory, keep, postgres: false } })

test('every filter of every operation is measured on three sizes, with plans that neither scan nor sort', async () => {
  const [figures] = await measureScale(benchOf(0.003, true))
  expect(figures?.seeded.map(({ scale }) => scale)).toEqual([0.00003, 0.0003, 0.003])
  for (const { seeding } of figures?.seeded ?? []) expect(seeding.events / seeding.seconds).toBeGreaterThan(0)
  const { lists = [], windows = [], orders = [] } = figures?.measured ?? {}
  expect(new Set([...lists, ...orders].map(({ request }) => request.operationId)).size).toBe(9)
  expect(windows.map(({ rows }) => rows)).toEqual(windows.map(() => windows[0]?.rows))
  for (const { plan, request } of [...lists, ...windows, ...orders]) {
    expect(plan.faults, request.title).toEqual([])
    expect(plan.indexes, request.title).not.toEqual([])
  }
  const accounts = lists.find(({ request }) => request.operationId === 'listAccounts')
  for (const figure of [accounts?.first, accounts?.toUnfiltered, accounts?.middle, accounts?.last])
    expect(figure).toBeGreaterThan(0)
  expect(accounts?.growth.last).toEqual([expect.any(Number), expect.any(Number)])
  // A page of the smallest one is not as full, so that it would say nothing.
  const rewards = lists.find(({ request }) => request.operationId === 'listEpochRewardSummaries')
  expect(rewards?.growth.first).toEqual([undefined, expect.any(Number)])

  const report = reportScale(figures ? [figures] : [])
  expect(report).toMatch(/party \+ market \+ live +stop_orders_by_party_market_status_at_pos \(party=\? AND/)
  expect(report).toMatch(/^No plan scans a table or sorts\.$/m)
  expect(process.exitCode).toBeUndefined()

  const faulty = { ...figures?.measured.lists[0], plan: { indexes: [], faults: ['SCAN stop_orders'] } }
  const measured = { lists: [faulty as (typeof lists)[number]], windows, orders }
  expect(reportScale(figures ? [{ ...figures, measured }] : [])).toMatch('!! SCAN stop_orders')
  expect(process.exitCode).toBe(1)
})

test('a database that was seeded is used again, one that was cut off goes on, and what nobody keeps is removed', async () => {
  const [first] = await measureScale(benchOf(0.003, false))
  expect(readdirSync(directory).filter(name => name.endsWith('.sqlite'))).toHaveLength(3)
  const storage = new Storage(directory)
  const notes = join(directory, 'scale-0.003.json')
  const stored = (path: string) => {
    const database = createDatabase(path)
    const checkpoint = database.checkpoint()
    database.close()
    return checkpoint?.events
  }
  const events = stored(first?.seeded.at(-1)?.database ?? '')
  rmSync(notes)
  const [again] = await storage.databases([0.003], new StatusLine())
  expect(stored(again?.database ?? '')).toBe(events)
  storage.remove()
  expect(readdirSync(directory).some(name => name.startsWith('scale-0.003'))).toBe(false)
})

test('no seeding begins for which there is no room', async () => {
  const storage = new Storage(join(directory, 'room'))
  await expect(storage.databases([1e9], new StatusLine())).rejects.toThrow(/are free in .*--directory/)
})

test('the same scale is the same events, and a smaller one the first of them', () => {
  const [small = [], same, more = []] = [0.0001, 0.0001, 0.0002].map(scale => [...eventsOfScale(scale)])
  expect(small).toEqual(same)
  expect(more.slice(0, small.length)).toEqual(small)
  expect(more.length).toBe(2 * small.length)
  expect([...eventsOfScale(0.0002, small.length)]).toEqual(more.slice(small.length))
})

test.each([
  ['SCAN stop_orders USING INDEX stop_orders_by_at_pos'],
  ['USE TEMP B-TREE FOR ORDER BY'],
  ['  ->  Seq Scan on stop_orders'],
  ['  ->  Sort'],
  ['  ->  Incremental Sort'],
  ['Bitmap Heap Scan on accounts'],
])('a plan with "%s" reads or sorts more than its page', line => {
  expect(readPlans([[line, 'Index Scan using accounts_by_owner_at_pos on accounts']]).faults).toEqual([line])
})

test.each([
  ['SCAN (subquery-1)', 'SEARCH orders USING INDEX orders_key (id=?)'],
  ['Merge Append', '  Sort Key: accounts.at DESC'],
  ['->  Sort', 'Sort Key: referees.at', '->  Index Scan using referees_key on referees'],
])('a plan with "%s" does not', (...lines) => {
  expect(readPlans([lines]).faults).toEqual([])
})
