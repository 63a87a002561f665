import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { Bench } from '../benchmark.ts'
import { Database } from '../database.ts'
import { readPlans } from '../lists/plan.ts'
import { measureScale, reportScale } from './scale.ts'
import { fillFolder } from './storage.ts'

const directory = mkdtempSync(join(tmpdir(), 'trading-network-scale-'))
afterAll(() => rmSync(directory, { recursive: true }))
afterEach(() => {
  process.exitCode = undefined
  vi.unstubAllEnvs()
})

test('every filter of every operation is measured on three sizes, with plans that neither scan nor sort', async () => {
  vi.stubEnv('TMPDIR', directory)
  const [figures, ...others] = await measureScale(new Bench({ rounds: 1, scale: 0.003, postgres: false }))
  expect(others).toEqual([])
  expect(readdirSync(directory)).toEqual([])
  const { filled = [], groups = [] } = figures ?? {}
  expect(filled.map(({ orders }) => orders)).toEqual([300, 3000, 30_000])
  for (const { filling } of filled) expect(filling.events / filling.seconds).toBeGreaterThan(0)
  const lists = groups.flatMap(group => group.lists)
  expect(new Set(lists.map(({ request }) => request.operationId)).size).toBe(9)
  for (const { plan, request } of lists) {
    expect(plan.faults, request.title).toEqual([])
    expect(plan.indexes, request.title).not.toEqual([])
  }
  // The identifiers have rows. Rewards have no market here, and combinations may be rare.
  const empty = lists.filter(({ rows, request }) => rows === 0 && !request.title.includes(' + '))
  expect(empty.map(({ request }) => request.title)).toEqual(['market'])
  const accounts = lists.find(({ request }) => request.operationId === 'listAccounts')
  for (const figure of [accounts?.first, accounts?.toBase, accounts?.middle, accounts?.last])
    expect(figure).toBeGreaterThan(0)
  expect(accounts?.growth.last).toEqual([expect.any(Number), expect.any(Number)])
  // A page with fewer rows in the smallest database is not compared.
  const ofParty = lists.find(
    ({ request }) => request.operationId === 'listStopOrders' && request.title === 'party',
  )
  expect(ofParty?.growth.first).toEqual([undefined, expect.any(Number)])

  const report = reportScale(figures ? [figures] : [])
  expect(report).toMatch(/party \+ market \+ live +stop_orders_by_party_market_status_at_pos \(party=\? AND/)
  expect(report).toMatch(/^No plan scans a table or sorts\.$/m)
  expect(process.exitCode).toBeUndefined()

  const faulty = { ...lists[0]!, plan: { indexes: [], faults: ['SCAN stop_orders'] } }
  const group = { ...groups[0]!, lists: [faulty] }
  expect(reportScale(figures ? [{ ...figures, groups: [group] }] : [])).toMatch('!! SCAN stop_orders')
  expect(process.exitCode).toBe(1)
})

test('a filled database is used again, and an incomplete one is completed', async () => {
  const [first] = await fillFolder(directory, [3000])
  const path = first?.database ?? ''
  const written = statSync(path).mtimeMs
  await fillFolder(directory, [3000])
  expect(statSync(path).mtimeMs).toBe(written)
  const checkpoint = () => Database.read(path, database => database.value('events FROM checkpoint'))
  const events = checkpoint()
  rmSync(join(directory, 'orders-3000.json'))
  await fillFolder(directory, [3000])
  expect(existsSync(join(directory, 'orders-3000.json'))).toBe(true)
  expect(checkpoint()).toBe(events)
})

test('no filling begins without enough space', async () => {
  await expect(fillFolder(join(directory, 'space'), [1e13])).rejects.toThrow(/need .* has .*--directory/)
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
