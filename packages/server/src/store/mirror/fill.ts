import { DatabaseError } from '../database-error.ts'
import { redacted } from '../database-url.ts'
import { type Connection, execute, query } from '../postgres/connection.ts'
import { createAll, dropTables, inTransaction } from '../postgres/format.ts'
import { dialect } from '../postgres/schema.ts'
import { insertRows, rowsOf } from '../postgres/stored-rows.ts'
import { differences, type OnProgress, readContents } from '../snapshot/contents.ts'
import type { Sqlite } from '../sqlite/sqlite.ts'
import { formatValues, PUT_FORMAT } from '../tables/format.ts'
import { createIndexes } from '../tables/schema.ts'

export interface RestoreOptions {
  /** URL of the PostgreSQL database. */
  readonly url: string
  /** Called when PostgreSQL is away, is back, gets a copy of the whole file, or stops being a mirror. */
  onNotice?(message: string): void
  /** Called during a copy of the whole file. */
  onProgress?: OnProgress
}

/** An index of a big table takes minutes. */
const INDEX_TIMEOUT_MS = 12 * 3_600_000

/**
 * Fills a database with a copy of the file at one block, and compares both. Drops the tables of an earlier version first.
 * Until the copy has succeeded, the database stays empty.
 *
 * @throws DatabaseError when the copy differs
 */
export async function restoreMirror(
  client: Connection,
  file: Sqlite,
  isEmpty: boolean,
  { url, onNotice, onProgress }: RestoreOptions,
): Promise<void> {
  const { tables, path } = file
  onNotice?.(`${redacted(url)} is ${isEmpty ? 'empty' : 'of an earlier version'}: restoring it from ${path}`)
  // A transaction of its own: readers would wait for the end of the copy.
  if (!isEmpty) await dropTables(client, tables)
  file.begin()
  try {
    const height = await inTransaction(client, async () => {
      await createAll(client, tables)
      const contents = await readContents(file, tables, onProgress, (table, rows) =>
        insertRows(client, table, rows),
      )
      for (const statement of createIndexes(tables, dialect))
        await execute(client, statement, INDEX_TIMEOUT_MS)
      const copy = await readContents({ path: 'the copy', batches: table => rowsOf(client, table) }, tables)
      const [difference] = differences(copy, contents)
      if (difference)
        throw new DatabaseError(`${difference.replace('the other', 'the file')}; nothing was restored`)
      await query(client, PUT_FORMAT, formatValues(tables))
      await execute(client, 'ANALYZE', INDEX_TIMEOUT_MS)
      return contents.height
    })
    onNotice?.(`${redacted(url)} is restored at block ${height}`)
  } finally {
    file.end()
  }
}
