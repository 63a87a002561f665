import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Checkpoint } from './checkpoint.ts'
import type { StoredTable } from './stored-tables.ts'

/**
 * Statements are made from shapes of requests, of which there are many: beyond this many, or this many characters of SQL
 * together, they are forgotten. A prepared statement takes some 30 bytes for each character of its text.
 */
const MOST_STATEMENTS = 1000
const MOST_CHARACTERS = 2_000_000

/** An open SQLite database with its statements prepared once each. Rows are arrays, integers bigint. */
export class Sqlite {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #characters = 0

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  all(sql: string, values: readonly SQLInputValue[]): unknown[][] {
    return this.#prepare(sql).all(...values) as unknown as unknown[][]
  }

  first(sql: string, values: readonly SQLInputValue[]): unknown[] | undefined {
    return this.#prepare(sql).get(...values) as unknown as unknown[] | undefined
  }

  run(sql: string, values: readonly SQLInputValue[]): void {
    this.#prepare(sql).run(...values)
  }

  /** Starts a transaction for reading. */
  begin(): void {
    this.run('BEGIN', [])
  }

  /** Ends it; an error inside may have done so already. */
  end(): void {
    if (this.#database.isTransaction) this.run('COMMIT', [])
  }

  /** The rows of a table as they lie in it, some at a time. */
  *batches({ name, columns }: StoredTable, size: number): Generator<unknown[][]> {
    const statement = this.#prepare(`SELECT ${columns.map(([column]) => column).join(', ')} FROM ${name}`)
    let rows: unknown[][] = []
    for (const row of statement.iterate()) {
      rows.push(row as unknown as unknown[])
      if (rows.length === size) {
        yield rows
        rows = []
      }
    }
    if (rows.length > 0) yield rows
  }

  /** How far the events have been read into it; undefined before the first block. */
  checkpoint(): Checkpoint | undefined {
    const row = this.first('SELECT chain, height, hashes, time, events, ended_epoch FROM checkpoint', [])
    if (!row) return undefined
    type Columns = [string, bigint, string, bigint, bigint, bigint]
    const [chain, height, hashes, time, events, endedEpoch] = row as Columns
    return { chain, height, hashes: hashes.split(' '), time, events, endedEpoch }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    this.#characters += sql.length
    if (this.#statements.size >= MOST_STATEMENTS || this.#characters > MOST_CHARACTERS) {
      this.#statements.clear()
      this.#characters = sql.length
    }
    this.#statements.set(sql, statement)
    return statement
  }
}
