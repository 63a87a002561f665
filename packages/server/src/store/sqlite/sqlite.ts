import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Checkpoint } from '../tables/checkpoint.ts'
import type { StoredTable } from '../tables/stored-tables.ts'
import { unusableFile } from './failure.ts'

/**
 * Statements are made from shapes of requests, of which there are many: this many are kept, and this many characters of SQL
 * together. A prepared statement takes some 30 bytes for each character of its text.
 */
const MAX_STATEMENTS = 1000
const MAX_CHARACTERS = 2_000_000

/**
 * An open SQLite database with its statements prepared once each. Rows are arrays, integers bigint. Whatever SQLite
 * itself fails with is thrown as a DatabaseError.
 */
export class Sqlite {
  readonly #database: DatabaseSync
  readonly #path: string
  readonly #statements = new LRUCache<string, StatementSync>({
    max: MAX_STATEMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, sql) => sql.length,
  })

  /** @param path how messages call the file */
  constructor(database: DatabaseSync, path: string) {
    this.#database = database
    this.#path = path
  }

  exec(sql: string): void {
    this.#guarded(() => this.#database.exec(sql))
  }

  all(sql: string, values: readonly SQLInputValue[]): unknown[][] {
    return this.#guarded(() => this.#prepare(sql).all(...values) as unknown as unknown[][])
  }

  first(sql: string, values: readonly SQLInputValue[]): unknown[] | undefined {
    return this.#guarded(() => this.#prepare(sql).get(...values) as unknown as unknown[] | undefined)
  }

  run(sql: string, values: readonly SQLInputValue[]): void {
    this.#guarded(() => this.#prepare(sql).run(...values))
  }

  /** Whether a transaction is open. */
  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Starts a transaction for reading. */
  begin(): void {
    this.run('BEGIN', [])
  }

  /** Ends it; an error inside may have done so already. */
  end(): void {
    if (!this.isTransaction) return
    try {
      this.run('COMMIT', [])
    } catch {
      // On a damaged file it fails as the statement before did, who asked has been told, and nothing was changed.
      if (this.isTransaction) this.run('ROLLBACK', [])
    }
  }

  /** The rows of a table as they lie in it, some at a time. */
  *batches({ name, columns }: StoredTable, size: number): Generator<unknown[][]> {
    const statement = this.#prepare(`SELECT ${columns.map(([column]) => column).join(', ')} FROM ${name}`)
    let rows: unknown[][] = []
    try {
      for (const row of statement.iterate()) {
        rows.push(row as unknown as unknown[])
        if (rows.length === size) {
          yield rows
          rows = []
        }
      }
    } catch (cause) {
      throw unusableFile(this.#path, cause)
    }
    if (rows.length > 0) yield rows
  }

  /** How far the events have been read into it; undefined before the first block. */
  checkpoint(): Checkpoint | undefined {
    const row = this.first('SELECT chain, height, hashes, time, events, ended_epoch, run FROM checkpoint', [])
    if (!row) return undefined
    type Columns = [string, bigint, string, bigint, bigint, bigint, string]
    const [chain, height, hashes, time, events, endedEpoch, run] = row as Columns
    return { chain, height, hashes: hashes.split(' '), time, events, endedEpoch, run }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #guarded<Result>(ask: () => Result): Result {
    try {
      return ask()
    } catch (cause) {
      throw unusableFile(this.#path, cause)
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    this.#statements.set(sql, statement)
    return statement
  }
}
