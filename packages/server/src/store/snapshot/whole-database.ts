import { readDatabase } from '../sqlite/database-file.ts'
import type { StoredTable } from '../tables/stored-tables.ts'
import type { AnyTable } from '../tables/table.ts'

const ROWS_AT_ONCE = 2000

/** A file at one moment: every read sees the same block, also while `ingest` writes. */
export interface WholeDatabase {
  /** Its name in messages. */
  readonly name: string
  /** Yields all rows of a table in batches: integers as bigint, hashes as bytes. */
  batches(table: StoredTable): Iterable<unknown[][]> | AsyncIterable<unknown[][]>
  /** Checks the pages of the file and its indexes. Yields the problems. */
  pageErrors(): Iterable<string>
  close(): void
}

/** @throws DatabaseError when there is no usable database */
export function openWhole(path: string, tables: readonly AnyTable[]): WholeDatabase {
  const file = readDatabase(path, tables)
  file.exec('BEGIN')
  return {
    name: path,
    batches: table => file.batches(table, ROWS_AT_ONCE),
    *pageErrors() {
      for (const [line] of file.all('PRAGMA integrity_check', [])) if (line !== 'ok') yield String(line)
    },
    close: () => file.close(),
  }
}
