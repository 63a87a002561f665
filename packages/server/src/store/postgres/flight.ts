import type pg from 'pg'
import type { SqlValue } from '../reading/reading.ts'
import { parserOf, storable } from './columns.ts'
import { type KeptStatements, type Parser, type Prepared, prepared } from './prepared-statements.ts'

export interface FlightStatement {
  /** With placeholders `?1`, `?2`, ... */
  readonly text: string
  readonly values?: readonly SqlValue[]
}

/** The rows of the statements up to the first failure. */
export interface Landing {
  readonly rows: readonly unknown[][][]
  /** The failure of the statement after those, or of the connection. */
  readonly failure?: unknown
}

/**
 * Sends statements in one message, and gets all of their rows in one. PostgreSQL skips the statements behind one that
 * fails.
 *
 * @param kept the statements that the connection keeps; undefined if another client may use it in between
 */
export function fly(
  client: pg.ClientBase,
  kept: KeptStatements | undefined,
  statements: readonly FlightStatement[],
): Promise<Landing> {
  const { promise, resolve } = Promise.withResolvers<Landing>()
  client.query(new Flight(kept, statements, resolve))
  return promise
}

/** The interface by which `pg` delegates a query: it sends messages, and gets the ones that come back. */
class Flight implements pg.Submittable {
  readonly #kept: KeptStatements | undefined
  readonly #values: readonly (readonly SqlValue[])[]
  readonly #statements: readonly Prepared[]
  /** Names that are new to the connection, with the number of their statement. */
  readonly #parsed: (readonly [name: string, number: number])[] = []
  readonly #rows: unknown[][][] = []
  #current: unknown[][] = []
  #parsers: readonly Parser[] | undefined
  /** Called once with the outcome. `pg` wraps it to limit the time. */
  callback: (error: unknown) => void

  constructor(
    kept: KeptStatements | undefined,
    statements: readonly FlightStatement[],
    land: (landing: Landing) => void,
  ) {
    this.#kept = kept
    this.#statements = statements.map(({ text }) => prepared(text))
    this.#values = statements.map(({ values = [] }) => values)
    this.callback = failure => {
      if (failure) this.#forgetUnparsed()
      land(failure ? { rows: this.#rows, failure } : { rows: this.#rows })
    }
  }

  submit(connection: pg.Connection): void {
    // One write for all messages: a write costs as much as a page.
    connection.stream.cork()
    try {
      this.#send(connection)
    } finally {
      connection.stream.uncork()
    }
  }

  #send(connection: pg.Connection): void {
    const isNew = this.#statements.map(({ name }, number) => {
      if (!this.#kept || name === '') return true
      if (this.#kept.has(name)) return false
      this.#parsed.push([name, number])
      return true
    })
    for (const name of this.#kept?.takeDropped() ?? []) connection.close({ type: 'S', name }, true)
    for (const [number, { text, name, parsers }] of this.#statements.entries()) {
      const statement = this.#kept ? name : ''
      if (isNew[number]) connection.parse({ name: statement, text, types: [] }, true)
      connection.bind({ statement, values: (this.#values[number] ?? []).map(bound) }, true)
      if (!parsers) connection.describe({ type: 'P' }, true)
      connection.execute({}, true)
    }
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#parsers ??= this.#statements[this.#rows.length]?.parsers ?? []
    const parsers = this.#parsers
    this.#current.push(fields.map((text, column) => (text === null ? null : parsers[column]?.(text))))
  }

  handleCommandComplete(): void {
    const statement = this.#statements[this.#rows.length]
    if (statement) statement.parsers ??= this.#parsers ?? []
    this.#parsers = undefined
    this.#rows.push(this.#current)
    this.#current = []
  }

  handleReadyForQuery(): void {
    this.callback(undefined)
  }

  handleError(error: unknown): void {
    this.callback(error)
  }

  /** After a failure PostgreSQL has not parsed the statements behind it. */
  #forgetUnparsed(): void {
    for (const [name, number] of this.#parsed) if (number >= this.#rows.length) this.#kept?.forget(name)
  }
}

function bound(value: SqlValue): string | Buffer | null {
  return typeof value === 'bigint' ? String(value) : typeof value === 'string' ? storable(value) : value
}
