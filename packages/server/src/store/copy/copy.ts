import { DatabaseError, Unavailable } from '../database-error.ts'
import { isPostgres } from '../database-url.ts'
import { type Connection, connect, execute, query, unusable } from '../postgres/connection.ts'
import { createEmpty, inTransaction, lockFormat, lockForWriting, noteFormat } from '../postgres/format.ts'
import { createIndexes } from '../postgres/schema.ts'
import type { SqlValue } from '../reading/reading.ts'
import { readDatabase } from '../sqlite/database-file.ts'
import { FORMAT } from '../tables/schema.ts'
import { type StoredTable, storedTables } from '../tables/stored-tables.ts'
import type { AnyTable } from '../tables/table.ts'
import { Checksum } from './checksum.ts'

/** A table that was copied and found equal. */
export interface CopiedTable {
  readonly name: string
  readonly rows: number
  /** 64 bits in hexadecimal, of the values of all rows in any order. */
  readonly checksum: string
}

const CONNECT_TIMEOUT_MS = 10_000
const ROWS_AT_ONCE = 2000
const arrayType = { hash: 'bytea[]', integer: 'bigint[]', text: 'text[]' } as const

/**
 * Copies an SQLite file into an empty PostgreSQL database and compares the two, table by table. The copy is one
 * transaction: if it is interrupted, or finds a difference, the database stays empty.
 *
 * @throws DatabaseError when either cannot be used, the target is not empty, or a table differs
 */
export async function copyDatabase(
  from: string,
  to: string,
  tables: readonly AnyTable[],
  onTable: (table: CopiedTable) => void = () => undefined,
): Promise<void> {
  if (isPostgres(from) || !isPostgres(to)) {
    throw new DatabaseError('a copy goes from an SQLite file to a postgres:// URL')
  }
  const file = readDatabase(from)
  const client = await connect(to, CONNECT_TIMEOUT_MS)
  try {
    // The copy does not include blocks that are ingested meanwhile.
    file.exec('BEGIN')
    if (!(await lockForWriting(client, false))) throw new Error('another process writes to it')
    await inTransaction(client, async () => {
      await lockFormat(client)
      await createEmpty(client, tables)
      const sums = new Map<StoredTable, Checksum>()
      for (const table of storedTables(tables))
        sums.set(table, await load(client, table, file.batches(table, ROWS_AT_ONCE)))
      await execute(
        client,
        `SELECT setval(pg_get_serial_sequence('names', 'id'), (SELECT max(id) FROM names))`,
      )
      for (const statement of createIndexes(tables)) await execute(client, statement)
      for (const [table, sum] of sums) onTable(await compare(client, table, sum))
      await noteFormat(client, FORMAT)
    })
    await execute(client, 'ANALYZE')
  } catch (error) {
    // Errors of the file already name the file.
    throw error instanceof DatabaseError && !(error instanceof Unavailable) ? error : unusable(to, error)
  } finally {
    file.close()
    await client.end().catch(() => undefined)
  }
}

async function load(
  client: Connection,
  table: StoredTable,
  batches: Iterable<unknown[][]>,
): Promise<Checksum> {
  const arrays = table.columns.map(([, kind], index) => `?${index + 1}::${arrayType[kind]}`)
  const names = table.columns.map(([name]) => name).join(', ')
  const text = `INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${arrays.join(', ')})`
  const sum = new Checksum()
  for (const rows of batches) {
    sum.add(rows)
    const columns = table.columns.map((_, index) => rows.map(row => parameter(row[index])))
    await query(client, text, columns)
  }
  return sum
}

async function compare(client: Connection, table: StoredTable, expected: Checksum): Promise<CopiedTable> {
  const found = new Checksum()
  const names = table.columns.map(([name]) => name).join(', ')
  await execute(client, `DECLARE copied NO SCROLL CURSOR FOR SELECT ${names} FROM ${table.name}`)
  for (;;) {
    const rows = await execute(client, `FETCH ${ROWS_AT_ONCE} FROM copied`)
    if (rows.length === 0) break
    found.add(rows)
  }
  await execute(client, 'CLOSE copied')
  const { name } = table
  if (found.equals(expected)) return { name, rows: found.rows, checksum: found.sum }
  const numbers = `${found.rows} rows with checksum ${found.sum} instead of ${expected.rows} with ${expected.sum}`
  throw new Error(`table ${name} has ${numbers}; nothing was copied`)
}

/** `pg` writes bytes only from a Buffer. */
function parameter(value: unknown): SqlValue {
  return value instanceof Uint8Array ? Buffer.from(value) : (value as SqlValue)
}
