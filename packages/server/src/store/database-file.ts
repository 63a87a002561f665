import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tables } from '../projections/tables.ts'
import { APPLICATION, createStatements, FORMAT } from './schema.ts'
import { Sqlite } from './sqlite.ts'

/** A database file that cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/** Opens a database for writing; makes the file and its tables when there are none. */
export function createDatabase(path: string): Sqlite {
  return opened(path, false, sqlite => {
    sqlite.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    sqlite.exec('PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000')
    sqlite.exec('BEGIN IMMEDIATE')
    if (isEmpty(sqlite)) {
      for (const statement of createStatements(tables)) sqlite.exec(statement)
      sqlite.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${FORMAT}`)
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
  })
}

function opened(path: string, readOnly: boolean, prepare: (sqlite: Sqlite) => void): Sqlite {
  let sqlite: Sqlite | undefined
  try {
    if (!readOnly) mkdirSync(dirname(path), { recursive: true })
    sqlite = new Sqlite(new DatabaseSync(path, { readOnly }))
    prepare(sqlite)
    requireFormat(sqlite)
    return sqlite
  } catch (cause) {
    sqlite?.close()
    throw new DatabaseError(`${path} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

function isEmpty(sqlite: Sqlite): boolean {
  return sqlite.first('SELECT count(*) FROM sqlite_schema', [])?.[0] === 0n
}

function requireFormat(sqlite: Sqlite): void {
  if (sqlite.first('PRAGMA application_id', [])?.[0] !== BigInt(APPLICATION)) {
    throw new Error('it is a database of something else')
  }
  const format = sqlite.first('PRAGMA user_version', [])?.[0]
  if (format === BigInt(FORMAT)) return
  throw new Error(
    `it has format ${format}, this version needs format ${FORMAT}; ingest the events into a new file`,
  )
}
