import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { tables } from '../projections/tables.ts'
import type { Checkpoint } from './checkpoint.ts'
import { createStatements, FORMAT } from './schema.ts'

/** A database file that cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/** An open database with its statements prepared once each. */
export class Sqlite {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Opens for writing; makes the file and its tables when there are none. */
  static create(path: string): Sqlite {
    mkdirSync(dirname(path), { recursive: true })
    const sqlite = new Sqlite(open(path, false))
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
    sqlite.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA busy_timeout = 5000')
    if (sqlite.format() === 0n) {
      sqlite.exec('BEGIN IMMEDIATE')
      if (sqlite.format() === 0n) {
        for (const statement of createStatements(tables)) sqlite.exec(statement)
        sqlite.exec(`PRAGMA user_version = ${FORMAT}`)
      }
      sqlite.exec('COMMIT')
    }
    sqlite.requireFormat(path)
    return sqlite
  }

  /** Opens for reading; never writes. */
  static read(path: string): Sqlite {
    if (!existsSync(path)) {
      throw new DatabaseError(
        `There is no database at ${path}. Make one with: trading-network ingest <events> --database ${path}`,
      )
    }
    const sqlite = new Sqlite(open(path, true))
    sqlite.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 2147418112; PRAGMA busy_timeout = 5000')
    sqlite.requireFormat(path)
    return sqlite
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** The prepared statement of a text; integers come back as bigint, rows as arrays. */
  prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  all(sql: string, values: readonly SQLInputValue[]): unknown[][] {
    return this.prepare(sql).all(...values) as unknown as unknown[][]
  }

  first(sql: string, values: readonly SQLInputValue[]): unknown[] | undefined {
    return this.prepare(sql).get(...values) as unknown as unknown[] | undefined
  }

  run(sql: string, values: readonly SQLInputValue[]): void {
    this.prepare(sql).run(...values)
  }

  checkpoint(): Checkpoint | undefined {
    const row = this.first('SELECT chain, height, hashes, time, events, ended_epoch FROM checkpoint', [])
    if (!row) return undefined
    const [chain, height, hashes, time, events, endedEpoch] = row as [
      string,
      bigint,
      string,
      bigint,
      bigint,
      bigint,
    ]
    return { chain, height, hashes: hashes.split(' '), time, events, endedEpoch }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  format(): bigint {
    return this.first('PRAGMA user_version', [])?.[0] as bigint
  }

  requireFormat(path: string): void {
    const format = this.format()
    if (format === BigInt(FORMAT)) return
    this.close()
    throw new DatabaseError(
      `${path} has format ${format}, this version reads format ${FORMAT}. Ingest the events again into a new file.`,
    )
  }
}

function open(path: string, readOnly: boolean): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly })
  } catch (cause) {
    throw new DatabaseError(`${path} cannot be opened: ${(cause as Error).message}`, { cause })
  }
}
