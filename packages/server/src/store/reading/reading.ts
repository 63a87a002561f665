import type { Checkpoint } from '../tables/checkpoint.ts'

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
  /**
   * The most that it costs, in rows that are tested in an index. A row that is counted costs a quarter, and one that is read
   * from the table costs two. Absent for those that read single rows.
   */
  readonly weight?: number
}

/**
 * A computation that asks for rows and ends in a result. It yields statements that do not depend on each other, and
 * gets the rows of each. Each step is a round trip to a database behind a socket.
 */
export type Reading<Result> = Generator<readonly Statement[], Result, readonly unknown[][][]>

/** Returns the reading of a request at the block of a checkpoint. */
export type Asked<Result> = (head: Checkpoint) => Reading<Result>

/** A result, and the checkpoint of its snapshot. */
export interface Answered<Result> {
  readonly result: Result
  readonly head: Checkpoint
}

/** An open database that answers. */
export interface Reader {
  /**
   * Runs a reading. All of its statements and the checkpoint see the same state, which is not older than the call, and at
   * the required height if the database has that.
   *
   * @throws Unavailable when the database is unavailable now
   * @throws Busy when it has too many readings
   */
  answer<Result>(
    asked: Asked<Result>,
    leastHeight?: bigint,
    turns?: Turns,
  ): Answered<Result> | Promise<Answered<Result>>
  /**
   * Checks that this version and this user can read all tables.
   *
   * @throws DatabaseError when they cannot
   */
  check(): void | Promise<void>
  /** The size of its connection pool, and the number of waiting requests; absent without a pool. */
  readonly connections?: { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): void | Promise<void>
}

/**
 * Passes a value on as soon as it is available. SQLite returns values synchronously. A promise and its turns of the
 * event loop would take a twentieth of the time of an order.
 */
export function whenThere<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** The rows of one statement, each an array of columns; integers are bigint. */
export function* read(statement: Statement): Reading<unknown[][]> {
  return (yield [statement])[0] ?? []
}

/** Runs readings in steps that they share, since each step may be a round trip. */
export function* together<Result>(readings: readonly Reading<Result>[]): Reading<Result[]> {
  const [only, another] = readings
  if (only && !another) return [yield* only]
  const steps = readings.map(reading => reading.next())
  for (;;) {
    const open = readings.flatMap((reading, index) => {
      const step = steps[index]
      return step && !step.done ? [{ reading, index, statements: step.value }] : []
    })
    if (open.length === 0) return steps.map(({ value }) => value as Result)
    const rows = [...(yield open.flatMap(({ statements }) => statements))]
    for (const { reading, index, statements } of open)
      steps[index] = reading.next(rows.splice(0, statements.length))
  }
}

/** The client of a long reading. */
export interface Turns {
  /** Clients take turns; equal ones are the same client. */
  readonly client: unknown
  /** Resolves when it is the client's turn. Rejects when the client needs no response any more. */
  next(): Promise<void>
  /** Leaves the place among the usual readings. A long one has a place of its own. */
  leave?(): void
  /** Runs a step outside of a turn, and charges the client with its time. */
  charged?<Result>(step: () => Result): Result
}
