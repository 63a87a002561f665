import { hash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { showStatus } from '../table.ts'

/** The tables that grow with the age of a network. */
const GROWING = ['accounts', 'orders', 'order_versions', 'stop_orders', 'funding_points']
/** The columns that differ in a copy of a row: `:copy` is its number, and it is earlier by `:shift`. */
const CHANGED: Readonly<Record<string, string>> = {
  id: 'copied_id(id, :copy)',
  owner: `(SELECT id FROM main.names WHERE text =
    copied_name((SELECT text FROM base.names WHERE id = owner), :copy))`,
  node: 'copied_json(node, :copy, :shift)',
  edge: 'copied_json(edge, :copy, :shift)',
  at: 'at - :shift',
  changed: 'changed - :shift',
  block: 'block - :shift',
  ended: `ended - :shift * (ended < ${2n ** 63n - 1n})`,
}
const NAMES = `INSERT INTO main.names (text) SELECT copied_name(text, :copy) FROM base.names
  WHERE id IN (SELECT owner FROM base.accounts) ORDER BY id`

const IDS = /"(id|owner|orderId|ocoLinkId)":"([0-9a-f]{64})"/g
const TIMES = /"(createdAt|updatedAt|timestamp)":"(\d{19})"/g
const CURSOR = /"cursor":"([\w-]{20})"}$/

/**
 * Makes an SQLite database of a smaller one, with copies of its records in earlier times. They have their own ids and
 * owners, so a stream goes on in both databases. This is much faster than ingesting their events.
 */
export function multiply(from: string, path: string, times: number): void {
  copyFileSync(from, path)
  const database = new DatabaseSync(path)
  try {
    database.function('copied_id', (id, copy) => Buffer.from(copiedId(hexOf(id as Uint8Array), copy), 'hex'))
    database.function('copied_name', (text, copy) => copiedId(String(text), copy))
    database.function('copied_json', { useBigIntArguments: true }, (json, copy, shift) =>
      copiedJson(String(json), copy, shift as bigint),
    )
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')
    database.prepare('ATTACH ? AS base').run(from)
    const indexes = indexesOf(database)
    for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
    const copies = [NAMES, ...GROWING.map(table => copyOf(database, table))].map(sql => database.prepare(sql))
    const age = database.prepare('SELECT max(at) - min(at) + 1000000000 AS age FROM base.stop_orders')
    age.setReadBigInts(true)
    const { age: shift } = age.get() as { age: bigint }
    for (let copy = 1n; copy < times; copy += 1n) {
      showStatus(`copying the records of a network: ${copy} of ${times}`)
      for (const statement of copies) {
        statement.setAllowUnknownNamedParameters(true)
        statement.run({ copy, shift: copy * shift })
      }
    }
    // Sorting all entries once is much faster than inserting them one by one.
    for (const { sql } of indexes) database.exec(sql)
  } finally {
    database.close()
  }
}

function indexesOf(database: DatabaseSync): { name: string; sql: string }[] {
  const tables = GROWING.map(table => `'${table}'`).join()
  return database
    .prepare(
      `SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND sql > '' AND tbl_name IN (${tables})`,
    )
    .all() as { name: string; sql: string }[]
}

function copyOf(database: DatabaseSync, table: string): string {
  const names = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
  const columns = names.map(({ name }) => CHANGED[String(name)] ?? name)
  return `INSERT INTO main.${table} SELECT ${columns.join()} FROM base.${table}`
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const copiedId = (id: string, copy: unknown) => hash('sha256', `${id} ${copy}`)

function copiedJson(json: string, copy: unknown, shift: bigint): string {
  return json
    .replace(IDS, (_, name, id) => `"${name}":"${copiedId(id, copy)}"`)
    .replace(TIMES, (_, name, time) => `"${name}":"${BigInt(time) - shift}"`)
    .replace(CURSOR, (_, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url')
      bytes.writeBigInt64BE(bytes.readBigInt64BE(1) - shift, 1)
      return `"cursor":"${bytes.toString('base64url')}"}`
    })
}
