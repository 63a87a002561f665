import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from '../database-error.ts'
import { APPLICATION, createStatements, FORMAT } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'
import { requireCurrent, stepsFrom, upgrades } from '../tables/upgrades/steps.ts'
import type { Upgrade } from '../tables/upgrades/upgrade.ts'
import { unusableFile } from './failure.ts'
import { Sqlite } from './sqlite.ts'

/**
 * Opens a database for writing. Creates the file and its tables if necessary, and upgrades an older format. This
 * happens in one transaction, so only one of several concurrent processes does it.
 */
export function openForWriting(
  path: string,
  tables: readonly AnyTable[],
  known: readonly Upgrade[] = upgrades,
  target = FORMAT,
): Sqlite {
  return opened(path, false, sqlite => {
    sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    // Identifiers are hashes, so a batch changes pages all over the indexes of a big file. A large cache avoids
    // reading those pages again, and copies a page that several batches change into the file only once.
    sqlite.exec('PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 32000')
    sqlite.exec('BEGIN IMMEDIATE')
    if (isEmpty(sqlite)) {
      for (const statement of createStatements(tables)) sqlite.exec(statement)
      sqlite.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${target}`)
    }
    requireOurs(sqlite)
    for (const { to, sqlite: statements } of stepsFrom(formatOf(sqlite), known, target)) {
      for (const statement of statements) sqlite.exec(statement)
      sqlite.exec(`PRAGMA user_version = ${to}`)
    }
    sqlite.exec('COMMIT')
  })
}

/** Opens a database for reading; never writes. */
export function readDatabase(path: string): Sqlite {
  if (!existsSync(path)) {
    const advice = `Make one with: trading-network ingest <events> --database ${path}`
    throw new DatabaseError(`there is no database at ${path}. ${advice}`)
  }
  return opened(path, true, sqlite => {
    sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536; PRAGMA mmap_size = 2147418112')
    requireReadable(sqlite)
  })
}

/** Checks that a file is a database of this version. Another process may have changed it after it was opened. */
export function requireReadable(sqlite: Sqlite): void {
  requireOurs(sqlite)
  requireCurrent(formatOf(sqlite))
}

function opened(path: string, readOnly: boolean, prepare: (sqlite: Sqlite) => void): Sqlite {
  let sqlite: Sqlite | undefined
  try {
    if (!readOnly) requireWritable(path)
    sqlite = new Sqlite(new DatabaseSync(path, { readOnly }), path)
    prepare(sqlite)
    return sqlite
  } catch (cause) {
    sqlite?.close()
    throw unusableFile(path, cause)
  }
}

/** SQLite would open such a file for reading, and leave files beside it that nobody can write either. */
function requireWritable(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
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

function formatOf(sqlite: Sqlite): number {
  return Number(sqlite.first('PRAGMA user_version', [])?.[0])
}
