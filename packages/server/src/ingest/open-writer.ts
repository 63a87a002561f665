import { tables } from '../projections/tables.ts'
import { DatabaseError } from '../store/database-error.ts'
import { isPostgres } from '../store/database-url.ts'
import { openForWriting } from '../store/sqlite/database-file.ts'
import type { Sqlite } from '../store/sqlite/sqlite.ts'
import { SqliteWriter } from '../store/sqlite/writer.ts'

/**
 * Opens an SQLite file for writing. Creates the file and its tables if necessary, and upgrades an older format.
 *
 * @throws DatabaseError when it is unusable
 */
export function createDatabase(path: string): Sqlite {
  if (isPostgres(path)) throw new DatabaseError('PostgreSQL is filled by the mirror of a file')
  return openForWriting(path, tables)
}

/**
 * Opens an SQLite file for `ingest`, like {@link createDatabase}.
 *
 * @throws DatabaseError when it is unusable
 */
export function openWriter(path: string): SqliteWriter {
  return new SqliteWriter(createDatabase(path))
}
