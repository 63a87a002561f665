import { tables } from '../projections/tables.ts'
import { isPostgres } from '../store/database-url.ts'
import type { WriterOptions } from '../store/postgres/writer.ts'
import { lockForWriting, openForWriting } from '../store/sqlite/database-file.ts'
import type { Sqlite } from '../store/sqlite/sqlite.ts'
import { SqliteWriter } from '../store/sqlite/writer.ts'
import type { Writer } from '../store/tables/writer.ts'

/**
 * Opens an SQLite file for writing. Creates the file and its tables if necessary, and upgrades an older format.
 *
 * @throws DatabaseError when it is unusable
 */
export function createDatabase(path: string): Sqlite {
  return openForWriting(path, tables)
}

export interface OpenOptions extends WriterOptions {
  /** Called when the last blocks stay in the log beside the file. */
  readonly warn?: (message: string) => void
}

/**
 * Opens a database for writing, an SQLite file by its path or a PostgreSQL database by its URL, and creates its
 * tables.
 *
 * @throws DatabaseError when it is unusable, or another process writes to it
 */
export async function openWriter(database: string, options: OpenOptions = {}): Promise<Writer> {
  if (!isPostgres(database)) {
    const lock = lockForWriting(database)
    try {
      return new SqliteWriter(createDatabase(database), lock, options.warn)
    } catch (error) {
      lock.close()
      throw error
    }
  }
  const { PostgresWriter } = await import('../store/postgres/writer.ts')
  return PostgresWriter.open(database, tables, options)
}
