import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from '../database-error.ts'
import { requireFolder } from '../folder.ts'
import {
  FILE_NUMBER,
  formatValues,
  isCurrent,
  PUT_FORMAT,
  READ_FORMAT,
  requireCurrent,
  type StoredFormat,
} from '../tables/format.ts'
import { createIndexes, createTables } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'
import { isRecovering, unusableFile } from './failure.ts'
import { APPLICATION, dialect } from './schema.ts'
import { Sqlite } from './sqlite.ts'
import { upgradeStatements } from './upgrade.ts'

const UPGRADE = '`trading-network upgrade`, or the next `ingest`, brings those of this version'

/** Size to which the log is cut back after a copy into the file; bytes, 32000 pages. */
const LOG_BYTES = 32000 * 4096

/**
 * Takes the lock of the one writer of a file, until the result is closed. The system releases it when the process ends.
 * SQLite's own lock lasts for a transaction only, so that the second of two writers would notice too late.
 *
 * @throws DatabaseError when another process has it
 */
export function lockForWriting(path: string): Pick<DatabaseSync, 'close'> {
  let lock: DatabaseSync | undefined
  try {
    requireFolder(path)
    lock = new DatabaseSync(`${fileOf(path)}-lock`)
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock?.close()
    throw unusableFile(path, cause)
  }
}

/**
 * Opens a database for writing. Creates the file and its tables if necessary, and upgrades those of an older version.
 * This happens in one transaction, so only one of several concurrent processes does it.
 */
export function openForWriting(path: string, tables: readonly AnyTable[]): Sqlite {
  return opened(path, false, tables, sqlite => {
    sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // Identifiers are hashes, so a batch changes pages all over the indexes of a big file. A large cache avoids
    // reading those pages again, and copies a page that several batches change into the file only once.
    sqlite.exec('PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 32000')
    // A long reader makes the log grow. Afterwards it is cut back to this size, which it has in normal operation.
    sqlite.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`)
    sqlite.exec('BEGIN IMMEDIATE')
    if (isEmpty(sqlite)) {
      for (const statement of [...createTables(tables, dialect), ...createIndexes(tables, dialect)])
        sqlite.exec(statement)
      markFormat(sqlite)
    }
    requireOurs(sqlite)
    const format = formatOf(sqlite)
    if (!isCurrent(format, tables)) {
      for (const statement of upgradeStatements(sqlite, format)) sqlite.exec(statement)
      markFormat(sqlite)
    }
    sqlite.exec('COMMIT')
    // Each statement keeps the pages that it changes until its end. In a file they were half of all writes. The indexes
    // above are sorted in files, since they may need more memory than there is.
    sqlite.exec('PRAGMA temp_store = MEMORY')
  })
}

/** Opens a database for reading; never writes. */
export function readDatabase(path: string, tables: readonly AnyTable[]): Sqlite {
  if (!existsSync(path)) {
    const advice = `Make one with: trading-network ingest <events> --database ${path}`
    throw new DatabaseError(`there is no database at ${path}. ${advice}`)
  }
  return opened(path, true, tables, sqlite => {
    sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536; PRAGMA mmap_size = 2147418112')
    requireReadable(sqlite)
  })
}

/** Checks that a file is a database of this version. Another process may have changed it after it was opened. */
export function requireReadable(sqlite: Sqlite): void {
  requireOurs(sqlite)
  requireCurrent(formatOf(sqlite), sqlite.tables, UPGRADE)
}

/** Number of attempts to open a file that another process recovers after a crash. Each waits for `busy_timeout`. */
const ATTEMPTS = 6

function opened(
  path: string,
  readOnly: boolean,
  tables: readonly AnyTable[],
  prepare: (sqlite: Sqlite) => void,
  attempts = ATTEMPTS,
): Sqlite {
  let sqlite: Sqlite | undefined
  try {
    if (!readOnly) requireWritable(path)
    sqlite = new Sqlite(new DatabaseSync(fileOf(path), { readOnly }), path, tables)
    prepare(sqlite)
    return sqlite
  } catch (cause) {
    sqlite?.close()
    if (isRecovering(cause) && attempts > 1) return opened(path, readOnly, tables, prepare, attempts - 1)
    throw unusableFile(path, cause)
  }
}

/** SQLite does not take `:memory:` and `file:` for files, and waits without end for the writer of a pipe. */
function fileOf(path: string): string {
  const file = resolve(path)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== false) return file
  throw new DatabaseError(`${file} is not a file; name an SQLite file, or a new one`)
}

/** SQLite would open such a file for reading, and leave files beside it that nobody can write either. */
function requireWritable(path: string): void {
  requireFolder(path)
  if (existsSync(path)) accessSync(path, constants.W_OK)
}

function isEmpty(sqlite: Sqlite): boolean {
  return sqlite.first('SELECT count(*) FROM sqlite_schema', [])?.[0] === 0n
}

function requireOurs(sqlite: Sqlite): void {
  if (sqlite.first('PRAGMA application_id', [])?.[0] !== BigInt(APPLICATION)) {
    throw new Error('it is a database of something else')
  }
}

/** Notes in a file that it has the tables of this version. */
function markFormat(sqlite: Sqlite): void {
  sqlite.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${FILE_NUMBER}`)
  sqlite.run(PUT_FORMAT, formatValues(sqlite.tables))
}

function formatOf(sqlite: Sqlite): StoredFormat {
  const isReleased = sqlite.first('PRAGMA user_version', [])?.[0] === BigInt(FILE_NUMBER)
  const format = isReleased ? sqlite.first(READ_FORMAT, []) : undefined
  if (format) return format
  throw new Error('no released version made its tables; ingest the events into a new database')
}
