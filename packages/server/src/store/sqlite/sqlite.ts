import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { CHECKPOINT, type Checkpoint, checkpointOf } from '../tables/checkpoint.ts'
import { type StoredTable, selectRows } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'
import { unusableFile } from './failure.ts'

/**
 * Requests have many shapes, and each shape has its own statement. The cache has a maximum number of statements and a
 * maximum number of characters of SQL. A prepared statement takes about 30 bytes per character of its text.
 */
const MAX_STATEMENTS = 1000
const MAX_CHARACTERS = 2_000_000

const ROWS_AT_ONCE = 2000

/**
 * An open SQLite database that prepares each statement once. Rows are arrays, integers are bigint. SQLite failures are
 * thrown as DatabaseError.
 */
export class Sqlite {
  readonly #database: DatabaseSync
  readonly path: string
  readonly tables: readonly AnyTable[]
  readonly #statements = new LRUCache<string, StatementSync>({
    max: MAX_STATEMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, sql) => sql.length,
  })

  constructor(database: DatabaseSync, path: string, tables: readonly AnyTable[]) {
    this.#database = database
    this.path = path
    this.tables = tables
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

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  begin(): void {
    this.run('BEGIN', [])
  }

  /** Ends the transaction. An error may have ended it already. */
  end(): void {
    if (!this.isTransaction) return
    try {
      this.run('COMMIT', [])
    } catch {
      // On a damaged file COMMIT fails like the statement before it. The caller has that error, and nothing was
      // changed.
      if (this.isTransaction) this.run('ROLLBACK', [])
    }
  }

  /** Yields the rows of {@link selectRows} in storage order, in batches. */
  *batches(table: StoredTable): Generator<unknown[][]> {
    let rows: unknown[][] = []
    try {
      for (const row of this.#prepare(selectRows(table)).iterate()) {
        rows.push(row as unknown as unknown[])
        if (rows.length === ROWS_AT_ONCE) {
          yield rows
          rows = []
        }
      }
    } catch (cause) {
      throw unusableFile(this.path, cause)
    }
    if (rows.length > 0) yield rows
  }

  checkpoint(): Checkpoint {
    return checkpointOf(this.first(CHECKPOINT.read, []))
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #guarded<Result>(ask: () => Result): Result {
    try {
      return ask()
    } catch (cause) {
      throw unusableFile(this.path, cause)
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
