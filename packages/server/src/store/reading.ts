/**
 * Reading as a generator that yields statements: the same code runs synchronously on SQLite and asynchronously on a
 * database behind a socket; only who drives the generator differs.
 */

export type SqlValue = string | bigint | Buffer | null

export interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** A computation that asks for rows and ends in a result. */
export type Reading<Result> = Generator<Statement, Result, unknown[][]>

/** The rows of one statement, each an array of columns; integers are bigint. */
export function* read(text: string, values: readonly SqlValue[]): Reading<unknown[][]> {
  return yield { text, values }
}
