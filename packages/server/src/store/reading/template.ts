import { type Reading, rowsOf, type SqlValue, type Statement } from './reading.ts'
import type { Selection } from './selection.ts'

/** The request that a statement is filled from. */
export interface Source {
  readonly selection: Selection
  /** Maximum number of rows. */
  readonly limit: number
  /** The input of computed columns. */
  readonly inputs?: readonly SqlValue[] | undefined
}

/** The values of a statement, as functions of the request. Request text never becomes SQL text. */
export class Bindings {
  readonly isPostgres: boolean
  readonly #values: ((source: Source) => SqlValue)[] = []

  constructor(isPostgres: boolean) {
    this.isPostgres = isPostgres
  }

  /** Returns the placeholder of a value. */
  add(value: (source: Source) => SqlValue): string {
    return `?${this.#values.push(value)}`
  }

  /** Returns a query of JSON arrays; `value ->> 0` is the first item of each. */
  addArrays(arrays: (source: Source) => readonly (readonly string[])[]): string {
    const json = this.add(source => JSON.stringify(arrays(source)))
    return this.isPostgres ? `jsonb_array_elements(${json})` : `json_each(${json})`
  }

  /** Writes a maximum number of rows. SQLite would compile a statement with a bare parameter at every execution. */
  addLimit(rowsOf = (limit: number) => limit): string {
    return `LIMIT ${this.add(({ limit }) => BigInt(rowsOf(limit)))} + 0`
  }

  valuesOf(source: Source): SqlValue[] {
    return this.#values.map(value => value(source))
  }
}

/** A statement for all selections of a shape. Its text is written for the first of them, for both databases. */
export class Template {
  readonly #write: (bindings: Bindings) => string
  readonly #maxRows: (limit: number) => number
  #written: { readonly text: string; readonly postgres: string; readonly bindings: Bindings } | undefined

  /**
   * @param write adds the same values for both databases
   * @param maxRows returns the maximum number of rows of an index that it passes, for a limit
   */
  constructor(write: (bindings: Bindings) => string, maxRows = (limit: number) => limit) {
    this.#write = write
    this.#maxRows = maxRows
  }

  /** @param maxRows maximum number of rows of an index that it passes, if that is known better */
  statement(source: Source, maxRows = this.#maxRows(source.limit)): Statement {
    this.#written ??= this.#writeBoth()
    const { text, postgres, bindings } = this.#written
    return { text, postgres, values: bindings.valuesOf(source), maxRows }
  }

  /** Reads its rows. */
  read(source: Source, maxRows?: number): Reading<unknown[][]> {
    return rowsOf(this.statement(source, maxRows))
  }

  #writeBoth() {
    const bindings = new Bindings(false)
    return { text: this.#write(bindings), postgres: this.#write(new Bindings(true)), bindings }
  }
}
