/**
 * Reading as a generator that yields statements: the same code runs synchronously on SQLite and asynchronously on a
 * database behind a socket; only who drives the generator differs.
 */

export type SqlValue = string | bigint | Buffer | null

export interface Statement {
  /** SQL with placeholders `?1`, `?2`, ... */
  readonly text: string
  /** The same for PostgreSQL, where it must be written in another way. */
  readonly postgres?: string
  /** The text gives the number of edges and all of them joined by commas; that for PostgreSQL gives them row by row. */
  readonly joined?: true
  readonly values: readonly SqlValue[]
}

/** A computation that asks for rows and ends in a result. */
export type Reading<Result> = Generator<Statement, Result, unknown[][]>

/** The rows of one statement, each an array of columns; integers are bigint. */
export function* read(text: string, values: readonly SqlValue[]): Reading<unknown[][]> {
  return yield { text, values }
}
