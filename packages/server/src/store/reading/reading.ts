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
  /**
   * True when `text` returns the number of edges and all of them joined by commas, and `postgres` returns row by row.
   */
  readonly joined?: true
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

/** Runs two readings side by side, so that their statements share round trips. */
export function* together<One, Other>(one: Reading<One>, other: Reading<Other>): Reading<[One, Other]> {
  let first = one.next()
  let second = other.next()
  while (!first.done || !second.done) {
    const ofFirst = first.done ? [] : first.value
    const ofSecond = second.done ? [] : second.value
    const rows = yield [...ofFirst, ...ofSecond]
    if (!first.done) first = one.next(rows.slice(0, ofFirst.length))
    if (!second.done) second = other.next(rows.slice(ofFirst.length))
  }
  return [first.value, second.value]
}
