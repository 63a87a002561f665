import { hash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { showStatus } from '../table.ts'

/** The tables that grow with the age of a network. */
const GROWING = ['accounts', 'orders', 'order_versions', 'stop_orders', 'funding_points']
/**
 * The share of the copies before the indexes are made. That fills each page, and the first row in a full page splits it.
 * The other copies do so, or the next blocks would take longer than after an ingest.
 */
const PACKED = 0.95
/** The columns that differ in a copy of a row: `:copy` is its number, and it is earlier by `:shift`. */
const CHANGED: Readonly<Record<string, string>> = {
  id: 'copied_id(id, :copy)',
  owner: 'owner + :copy * :names',
  edge: 'copied_edge(edge, :shift)',
  at: 'at - :shift',
  changed: 'changed - :shift',
  block: 'block - :shift',
  ended: `ended - :shift * (ended < ${2n ** 63n - 1n})`,
}
const NAMES = `INSERT INTO main.names SELECT id + :copy * :names, lower(hex(copied_id(CAST(text AS BLOB), :copy)))
  FROM base.names WHERE id IN (SELECT owner FROM base.accounts)`
const SIZE = `SELECT (SELECT max(id) FROM base.names) AS names,
  (SELECT max(at) - min(at) + 1000000000 FROM base.stop_orders) AS age`

const CURSOR = /"cursor":"([\w-]{20})"}$/

/**
 * Makes an SQLite database of a smaller one, with copies of its records in earlier times. Their rows have their own ids
 * and owners, so a stream goes on in both databases. Their JSON differs only in the cursor. This is much faster than
 * ingesting their events.
 */
export function multiply(from: string, path: string, times: number): void {
  copyFileSync(from, path)
  using database = new DatabaseSync(path, { readBigInts: true, allowUnknownNamedParameters: true })
  database.function('copied_id', (id, copy) => copiedId(id as Uint8Array, String(copy)))
  database.function('copied_edge', { useBigIntArguments: true }, (edge, shift) =>
    copiedEdge(String(edge), shift as bigint),
  )
  database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')
  database.prepare('ATTACH ? AS base').run(from)
  const indexes = indexesOf(database)
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
  const copies = [NAMES, ...GROWING.map(table => copyOf(database, table))].map(sql => database.prepare(sql))
  const { names, age } = database.prepare(SIZE).get() as Record<'names' | 'age', bigint>
  for (let copy = 1; copy < times; copy += 1) {
    showStatus(`copying the records of a network: ${copy} of ${times}`)
    for (const statement of copies) statement.run({ copy, names, shift: BigInt(copy) * age })
    // Sorting all entries once is much faster than inserting them one by one.
    if (copy === Math.floor(PACKED * (times - 1))) for (const { sql } of indexes) database.exec(sql)
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

const copiedId = (id: Uint8Array, copy: string) =>
  hash('sha256', Buffer.concat([id, Buffer.from(copy)]), 'buffer')

/** The sort time is in the cursor, after its first byte. */
function copiedEdge(edge: string, shift: bigint): string {
  return edge.replace(CURSOR, (_, cursor) => {
    const bytes = Buffer.from(cursor, 'base64url')
    bytes.writeBigInt64BE(bytes.readBigInt64BE(1) - shift, 1)
    return `"cursor":"${bytes.toString('base64url')}"}`
  })
}
