import type { SqlValue, Statement } from './reading.ts'
import type { Selection } from './selection.ts'

/** The request that a statement is filled from. */
export interface Source {
  readonly selection: Selection
  /** Maximum number of rows. */
  readonly limit: number
  /** Maximum number of rows of an index that are passed to find them; absent if an index has all filters. */
  readonly passes?: number
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

  /** Writes a table of texts, which has a column `value`. */
  addTexts(texts: (source: Source) => readonly string[]): string {
    const json = this.add(source => JSON.stringify(texts(source)))
    return this.isPostgres ? `jsonb_array_elements_text(${json}) AS value` : `json_each(${json})`
  }

  /** Writes a number of rows. SQLite would compile a statement with a bare parameter as its limit at every execution. */
  addRows(of: 'limit' | 'passes'): string {
    return `${this.add(source => BigInt(source[of] ?? 0))} + 0`
  }

  valuesOf(source: Source): SqlValue[] {
    return this.#values.map(value => value(source))
  }
}

/** A statement for all selections of a shape. Its text is written for the first of them, for both databases. */
export class Template {
  readonly #write: (bindings: Bindings) => string
  readonly #weigh: (source: Source) => number
  #written: { readonly text: string; readonly postgres: string; readonly bindings: Bindings } | undefined

  /**
   * @param write adds the same values for both databases
   * @param weigh returns its weight, see {@link Statement}
   */
  constructor(write: (bindings: Bindings) => string, weigh = ({ limit }: Source) => limit) {
    this.#write = write
    this.#weigh = weigh
  }

  statement(source: Source): Statement {
    this.#written ??= this.#writeBoth()
    const { text, postgres, bindings } = this.#written
    return { text, postgres, values: bindings.valuesOf(source), weight: this.#weigh(source) }
  }

  #writeBoth() {
    const bindings = new Bindings(false)
    return { text: this.#write(bindings), postgres: this.#write(new Bindings(true)), bindings }
  }
}
