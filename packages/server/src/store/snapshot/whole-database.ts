import { DatabaseError } from '../database-error.ts'
import { isPostgres, redacted } from '../database-url.ts'
import { type Connection, connect, execute, query, unusable } from '../postgres/connection.ts'
import { formatOf } from '../postgres/format.ts'
import { readDatabase } from '../sqlite/database-file.ts'
import { requireCurrent } from '../tables/format.ts'
import type { StoredTable } from '../tables/stored-tables.ts'
import type { AnyTable } from '../tables/table.ts'

/** Maximum time for opening a connection to PostgreSQL; milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000
const ROWS_AT_ONCE = 2000

/** A database at one moment: every read sees the same block, also while `ingest` writes. */
export interface WholeDatabase {
  /** Its path or URL in messages, without the password. */
  readonly name: string
  /** Yields all rows of a table in batches: integers as bigint, hashes as bytes. */
  batches(table: StoredTable): Iterable<unknown[][]> | AsyncIterable<unknown[][]>
  /**
   * Checks the pages of a file and its indexes. Yields the problems. PostgreSQL checks its pages itself, at each
   * read.
   */
  pageErrors(): Iterable<string>
  close(): Promise<void>
}

/** @throws DatabaseError when there is no usable database */
export async function openWhole(database: string, tables: readonly AnyTable[]): Promise<WholeDatabase> {
  return isPostgres(database) ? openPostgres(database, tables) : openFile(database, tables)
}

function openFile(path: string, tables: readonly AnyTable[]): WholeDatabase {
  const file = readDatabase(path, tables)
  file.exec('BEGIN')
  return {
    name: path,
    batches: table => file.batches(table, ROWS_AT_ONCE),
    *pageErrors() {
      for (const [line] of file.all('PRAGMA integrity_check', [])) if (line !== 'ok') yield String(line)
    },
    close: async () => file.close(),
  }
}

async function openPostgres(url: string, tables: readonly AnyTable[]): Promise<WholeDatabase> {
  const client = await connect(url, CONNECT_TIMEOUT_MS)
  try {
    await execute(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const format = await formatOf(statement => query(client, statement))
    if (format === undefined) throw new Error('it has no tables of this service')
    requireCurrent(format, tables)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw unusable(url, error)
  }
  return {
    name: redacted(url),
    async *batches(table) {
      try {
        yield* rowsOf(client, table)
      } catch (error) {
        throw error instanceof DatabaseError ? error : unusable(url, error)
      }
    },
    pageErrors: () => [],
    close: () => client.end(),
  }
}

/** Yields all rows of a table in batches, within the open transaction. */
export async function* rowsOf(
  client: Connection,
  { name, columns, visible = 'true' }: StoredTable,
): AsyncGenerator<unknown[][]> {
  const selected = columns.map(([column]) => column).join(', ')
  await execute(client, `DECLARE whole NO SCROLL CURSOR FOR SELECT ${selected} FROM ${name} WHERE ${visible}`)
  for (;;) {
    const rows = await execute(client, `FETCH ${ROWS_AT_ONCE} FROM whole`)
    if (rows.length === 0) break
    yield rows
  }
  await execute(client, 'CLOSE whole')
}
