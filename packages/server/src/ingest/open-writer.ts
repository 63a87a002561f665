import { tables } from '../projections/index.ts'
import { DatabaseError } from '../store/database-error.ts'
import { isPostgres } from '../store/database-url.ts'
import { ChangeLog, hasChangeLog } from '../store/sqlite/change-log.ts'
import { lockForWriting, openForWriting } from '../store/sqlite/database-file.ts'
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

export interface OpenOptions {
  /** Called when the last blocks stay in the log beside the file. */
  readonly warn?: ((message: string) => void) | undefined
  /** Time that the keys of changed rows stay for a mirror, in block time; nanoseconds, absent without a mirror. */
  readonly logged?: bigint | undefined
}

/**
 * Opens an SQLite file for `ingest`, like {@link createDatabase}.
 *
 * @throws DatabaseError when it is unusable
 */
export function openWriter(path: string, { warn, logged }: OpenOptions = {}): SqliteWriter {
  const lock = lockForWriting(path)
  try {
    const file = createDatabase(path)
    // Without a mirror in between, the next run with it can still copy what has changed.
    const log = logged !== undefined || hasChangeLog(file) ? new ChangeLog(file, logged) : undefined
    return new SqliteWriter(file, { lock, warn, log })
  } catch (error) {
    lock.close()
    throw error
  }
}
