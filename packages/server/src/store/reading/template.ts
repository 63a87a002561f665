import type { SqlValue, Statement } from './reading.ts'
import { countOf, type Selection } from './selection.ts'

/** The request that a statement is filled from. */
export interface Source {
  readonly selection: Selection
  /** Maximum number of rows. */
  readonly limit: number
  /** The input of computed columns. */
  readonly inputs?: readonly SqlValue[]
}

/**
 * The values of a statement, as functions of the request. They are numbered, so that all index ranges share the common
 * ones. Request text never becomes SQL text.
 */
export class Bindings {
  readonly #fill: ((source: Source, values: SqlValue[]) => void)[] = []
  #count = 0

  /** Returns the placeholder of a value. */
  add(value: (source: Source) => SqlValue): string {
    this.#fill.push((source, values) => values.push(value(source)))
    this.#count += 1
    return `?${this.#count}`
  }

  /** Returns placeholders for the values of a column. Those beyond the last value are null, which no row matches. */
  addValues(selection: Selection, column: string): string[] {
    const count = countOf(selection, column)
    const stored = STORED[selection.table.columns[column] ?? 'text'] ?? String
    this.#fill.push(({ selection: { anyOf } }, values) => {
      const given = anyOf.get(column) ?? []
      for (let index = 0; index < count; index += 1) {
        const text = given[index]
        values.push(text === undefined ? null : stored(text))
      }
    })
    const first = this.#count + 1
    this.#count += count
    return Array.from({ length: count }, (_, index) => `?${first + index}`)
  }

  valuesOf(source: Source): SqlValue[] {
    const values: SqlValue[] = []
    for (const fill of this.#fill) fill(source, values)
    return values
  }
}

const STORED: Readonly<Record<string, (text: string) => SqlValue>> = {
  hash: text => Buffer.from(text, 'hex'),
  integer: BigInt,
}

/** The text of a statement. Without one for PostgreSQL, it is the same. */
export type Text = Pick<Statement, 'text' | 'postgres'>

/** A statement for all selections of a shape. Its text is written for the first of them. */
export class Template {
  readonly #write: (bindings: Bindings) => Text
  readonly #bindings = new Bindings()
  #text: Text | undefined

  constructor(write: (bindings: Bindings) => Text) {
    this.#write = write
  }

  /** @param maxRows maximum number of rows of an index that it passes */
  statement(source: Source, maxRows = source.limit): Statement {
    this.#text ??= this.#write(this.#bindings)
    const { text, postgres = text } = this.#text
    return { text, postgres, values: this.#bindings.valuesOf(source), maxRows }
  }
}

/** Writes the maximum number of rows. SQLite would compile a statement with a bare LIMIT parameter at every execution. */
export function limitOf(bindings: Bindings, rowsOf = (limit: number) => limit): string {
  return `LIMIT ${bindings.add(({ limit }) => BigInt(rowsOf(limit)))} + 0`
}
