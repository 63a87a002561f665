import { boundConditions, conditionsOf, fromWhere, keysOf, lookedUp, testedConditions } from './conditions.ts'
import type { Index } from './indexes.ts'
import type { Reading, Statement } from './reading.ts'
import type { Selection } from './selection.ts'
import { type Bindings, type Source, Template } from './template.ts'
import { type Edges, edgesOf, joined } from './walk.ts'

/** Number of rows that are counted in the time in which one is tested and sorted. */
export const COUNTED = 4

/** Reads all rows of an index at once, whose number is known to be small, tests the other filters, and sorts. */
export class Sort {
  /** The weight of a row. */
  readonly weight: number
  readonly #count: Template
  readonly #rows: Template

  constructor(index: Index) {
    const { weight } = index
    this.weight = weight
    this.#count = new Template(
      bindings => {
        // Bounds that are no part of an index do not stop the database.
        const rows = fromIndex(index, bindings, index.isInOrder ? boundConditions(index, bindings) : [])
        return `SELECT count(*) FROM (SELECT 1 AS one${rows} LIMIT ${bindings.addRows('limit')}) AS counted`
      },
      ({ limit }) => limit / COUNTED,
    )
    this.#rows = new Template(
      bindings => joined(sorted(index, bindings), bindings),
      ({ passes = 0 }) => passes * weight,
    )
  }

  /** Returns the statement of one row: the number of rows that the filters of the index leave, up to a limit. */
  count(selection: Selection, limit: number): Statement {
    return this.#count.statement({ selection, limit })
  }

  /** @param source `passes` is the number of rows that the filters of the index leave */
  *read(source: Source): Reading<Edges> {
    const [rows = []] = yield [this.#rows.statement(source)]
    return edgesOf(rows)
  }
}

function fromIndex(index: Index, bindings: Bindings, others: readonly string[]): string {
  const own = index.columns.flatMap(column => conditionsOf(index.selection, column, bindings))
  return fromWhere(index, bindings, [...own, ...others])
}

function sorted(index: Index, bindings: Bindings): string {
  const { selection, order } = index
  const others = [...boundConditions(index, bindings), ...testedConditions(index, bindings)]
  const rows = fromIndex(index, bindings, others)
  // The plus stops a database from reading by another index, in this order.
  const page = `${rows} ORDER BY +at ${order}, +pos ${order} LIMIT ${bindings.addRows('limit')}`
  if (bindings.isPostgres) return `SELECT edge${page}`
  // SQLite would read the edge of each row into the sort, and seek each row of a clustered table.
  return lookedUp(selection.table, `SELECT ${keysOf(selection.table)}${page}`)
}
