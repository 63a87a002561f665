import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openWriter } from '../src/ingest/open-writer.ts'
import { accounts } from '../src/projections/accounts.ts'
import { tables } from '../src/projections/index.ts'
import { orders } from '../src/projections/orders.ts'
import { openForWriting, readDatabase } from '../src/store/sqlite/database-file.ts'
import { changesOf } from '../src/store/tables/format.ts'
import type { AnyTable } from '../src/store/tables/table.ts'
import { contents, contentsOf, selected } from './contents.ts'
import { newPlace } from './database.ts'
import { makeReleased, releasedEvents, releasedVersions } from './released-database.ts'
import { ingestInto, running } from './running.ts'

async function filled(): Promise<string> {
  const database = await newPlace()
  await ingestInto(database, releasedEvents)
  return database
}

/** Opens a database as a version with these tables does to write, which upgrades it, and to read. */
async function upgrade(database: string, to: readonly AnyTable[]): Promise<void> {
  openForWriting(database, to).close()
}
async function read(database: string, by: readonly AnyTable[]): Promise<void> {
  readDatabase(database, by).close()
}

/** Returns the indexes with their columns and conditions, and the columns of each table in any order. */
const SCHEMA = [
  `SELECT sql FROM sqlite_schema WHERE type = 'index' ORDER BY name`,
  `SELECT m.name, i.name, i.type, i."notnull", i.hidden FROM sqlite_schema m, pragma_table_xinfo(m.name) i
   WHERE m.type = 'table' ORDER BY 1, 2`,
]

const schema = (database: string) => selected(database, ...SCHEMA)

function change(database: string, sql: string): void {
  const file = new DatabaseSync(database)
  file.exec(sql)
  file.close()
}

/** The advice for a contributor who changed a projection, and no upgrade. */
const advice = (part: string, file = 'packages/server/src/projections') =>
  `Rows of an older version are not what ingest makes now. In ${file}, add an entry of \`${part}\` to the table (CONTRIBUTING.md, step 4)`

/** Returns the file that describes a table. */
const fileOf = (table: string) =>
  globSync('packages/server/src/projections/*.ts').find(file =>
    new RegExp(`(list|table)\\(\\s*'${table}'`).test(readFileSync(file, 'utf8')),
  )

it.each(releasedVersions)(
  'brings a database of version %s to what a new one is, with rows as they would have been ingested',
  async version => {
    const database = await newPlace()
    makeReleased(database, version)
    expect(() => openWriter(database).close(), advice('added')).not.toThrow()
    await read(database, tables)
    expect(await schema(database)).toEqual(await schema(await filled()))
    const upgraded = new Map(await contents(database))
    for (const [name, rows] of await contentsOf(releasedEvents))
      expect(upgraded.get(name), advice('changes', fileOf(name))).toEqual(rows)
    expect(await ingestInto(database, releasedEvents)).toMatchObject({ blocks: 0 })
  },
)

/** A later version: one column of each kind in `accounts`, two indexes, one before the others, and another JSON. */
const later: AnyTable = {
  ...accounts,
  columns: { ...accounts.columns, holder: 'name', note: 'text', digits: 'integer' },
  indexes: [['holder'], ...accounts.indexes, ['digits']],
  added: {
    holder: `edge -> 'node' ->> 'owner'`,
    note: `coalesce(edge -> 'node' ->> 'missing', 'none')`,
    digits: `length(edge -> 'node' ->> 'balance')`,
  },
  changes: { 'a remark': `replace(edge, ',"cursor":', ',"remark":"","cursor":')` },
}
const withTable = (table: AnyTable) => tables.map(one => (one.name === table.name ? table : one))

it('adds columns, indexes and fields of the JSON, which it computes from the rows, once', async () => {
  const database = await newPlace()
  makeReleased(database, '3.0.0')
  const run = 'SELECT run FROM checkpoint'
  const [[[before]]] = (await selected(database, run)) as [[[string]]]
  await expect(read(database, withTable(later))).rejects.toThrow(
    '`trading-network upgrade`, or the next `ingest`, brings',
  )
  await upgrade(database, withTable(later))
  await upgrade(database, withTable(later))
  await read(database, withTable(later))
  const values = `SELECT (SELECT text FROM names WHERE id = holder), note, digits, edge FROM accounts`
  const [rows, [[after]]] = (await selected(database, values, run)) as [
    [string, string, bigint, string][],
    [[string]],
  ]
  expect(rows.length).toBeGreaterThan(3)
  for (const [holder, note, digits, edge] of rows) {
    const { node, remark } = JSON.parse(edge)
    expect([holder, note, Number(digits), remark]).toEqual([node.owner, 'none', node.balance.length, ''])
    expect(edge).toMatch(/^\{"node":\{[^ ]+,"remark":"","cursor":"[^"]{20}"\}$/)
  }
  expect(after).toBe(`${before}+${changesOf(withTable(later)).length}`)
  const fresh = await newPlace()
  await upgrade(fresh, withTable(later))
  expect((await schema(database))[0]).toEqual((await schema(fresh))[0])
})

it('changes the JSON of a record without a page', async () => {
  const database = await filled()
  const changes = { 'a remark': `substr(node, 1, length(node) - 1) || ',"remark":' || version || '}'` }
  await upgrade(database, withTable({ ...orders, changes }))
  const rows = (await selected(database, 'SELECT node, version FROM orders'))[0] as [string, bigint][]
  expect(rows.length).toBeGreaterThan(3)
  for (const [node, version] of rows) {
    const { version: own, remark } = JSON.parse(node)
    expect([own, remark]).toEqual([String(version), Number(version)])
  }
})

it('removes columns and indexes that a later version no longer has', async () => {
  const [database, whole] = [await filled(), await filled()]
  await upgrade(database, withTable({ ...later, changes: {} }))
  await upgrade(database, tables)
  expect(await schema(database)).toEqual(await schema(whole))
  expect(await contents(database)).toEqual(await contents(whole))
})

it.each([
  ['a column without a value', withTable({ ...later, added: {} })],
  ['a new table', [...tables, { ...accounts, name: 'other' }]],
])('leaves a database as it is if its rows cannot give %s', async (_, to) => {
  const database = await filled()
  const before = await schema(database)
  await expect(upgrade(database, to)).rejects.toThrow('ingest the events into a new database')
  expect(await schema(database)).toEqual(before)
  await read(database, tables)
})

it('a service whose file is upgraded beneath it answers 503 for records too, not only for /ready', async () => {
  const service = await running(releasedEvents)
  const status = async (path: string) => (await service.get(path)).status
  expect(await status('/api/v2/accounts')).toBe(200)
  await upgrade(service.database, withTable(later))
  await nextTurn()
  expect(await status('/api/v2/accounts')).toBe(503)
  expect(await status('/ready')).toBe(503)
})

it.each([
  [
    'a version that was never released',
    'PRAGMA user_version = 7',
    /no released version made its tables; ingest the events into a new database/,
  ],
  [
    'a newer version',
    `UPDATE format SET digest = 'other', version = '99.1.0'`,
    /are of version 99\.1\.0; this is version .+: use that version/,
  ],
])('refuses the tables of %s', async (_, sql, says) => {
  const database = await filled()
  change(database, sql)
  await expect(upgrade(database, tables)).rejects.toThrow(says)
  await expect(read(database, tables)).rejects.toThrow(says)
})
