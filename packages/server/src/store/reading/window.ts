import { boundConditions, valuesQuery } from './conditions.ts'
import { combinationsOf, hintOf, type Index, inPostgres } from './indexes.ts'
import type { Statement } from './reading.ts'
import { type Source, Template } from './template.ts'

/** Finds a part of a list that has few rows of an index. A {@link Sort} of the same index reads it. */
export class Window {
  readonly #combinations: number
  readonly #end: Template

  constructor(index: Index) {
    this.#combinations = combinationsOf(index.selection, index.columns)
    this.#end = new Template(bindings => {
      const { selection, columns, order } = index
      const lists = columns.map((column, at) => `(${valuesQuery(selection, column, bindings)}) AS v${at}`)
      const equal = columns.map((column, at) => `${column} = v${at}.id`)
      const condition = [...equal, ...boundConditions(selection, bindings)].join(' AND ') || 'at IS NOT NULL'
      const offset = bindings.add(({ limit }) => BigInt(limit))
      const query = (hint: string, where: string) => {
        const rows = `SELECT at FROM ${selection.table.name}${hint} WHERE ${where}`
        const last = `(${rows} ORDER BY at ${order}, pos ${order} LIMIT 1 OFFSET ${offset} + 0)`
        const all = `SELECT ${last} AS at${lists.length > 0 ? ` FROM ${lists.join(', ')}` : ''}`
        return `SELECT ${order === 'DESC' ? 'max' : 'min'}(at) FROM (${all}) AS ends`
      }
      return { text: query(hintOf(index), condition), postgres: query('', inPostgres(index, condition)) }
    })
  }

  /** Returns the maximum number of rows of a part, which has so many of each combination of filter values. */
  rowsOf(ofEach: number): number {
    return ofEach * this.#combinations
  }

  /** Returns the number of rows of each combination in a part of so many rows. */
  ofEach(rows: number): number {
    return Math.max(4, Math.floor(rows / this.#combinations))
  }

  /** One row: the time at which a number of rows of each combination ends; null if there are not so many. */
  end(source: Source): Statement {
    return this.#end.statement(source, source.limit * this.#combinations)
  }
}
