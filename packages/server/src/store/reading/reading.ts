/**
 * A reading is a generator that yields statements. The same code runs synchronously on SQLite and asynchronously on a
 * database behind a socket. Only the loop that drives the generator differs.
 */

export type SqlValue = string | bigint | Buffer | null

export interface Statement {
  /** SQL with placeholders `?1`, `?2`, ... */
  readonly text: string
  /** The text for PostgreSQL, if it differs. */
  readonly postgres?: string
  readonly values: readonly SqlValue[]
}

/**
 * A computation that asks for rows and ends in a result. It yields statements that do not depend on each other, and
 * gets the rows of each. Each step is a round trip to a database behind a socket.
 */
export type Reading<Result> = Generator<readonly Statement[], Result, readonly unknown[][][]>

/** The rows of one statement, each an array of columns; integers are bigint. */
export function* rowsOf(statement: Statement): Reading<unknown[][]> {
  return (yield [statement])[0] ?? []
}

export function read(text: string, values: readonly SqlValue[]): Reading<unknown[][]> {
  return rowsOf({ text, values })
}

/** The client of a long reading. */
export interface Turns {
  /** Clients take turns; equal ones are the same client. */
  readonly client: unknown
  /** Resolves when it is the client's turn. Rejects when the client needs no response any more. */
  next(): Promise<void>
}
