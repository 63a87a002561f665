import { boundConditions, filterConditions, joined, storedValues } from './conditions.ts'
import { combinationsOf, hintOf, type Index, narrowHintOf, postgresCondition } from './indexes.ts'
import { lines } from './merge.ts'
import type { Statement } from './reading.ts'
import { type Bindings, type Source, Template } from './template.ts'

/** Reads the rows of an index in a part of the list, whose number is known to be small, tests the other filters, and sorts. */
export class Sort {
  /** The number of combinations of filter values. */
  readonly combinations: number
  readonly #count: Template
  readonly #rows: Template
  readonly #end: Template

  constructor(index: Index) {
    this.combinations = combinationsOf(index.selection, index.columns)
    this.#count = new Template(bindings => {
      const rows = `SELECT 1 AS one${joined(index, bindings, [], narrowHintOf(index))} ${bindings.addLimit()}`
      return `SELECT count(*) FROM (${rows}) AS counted`
    })
    this.#rows = new Template(bindings => `SELECT ${lines(bindings)} FROM (${page(index, bindings)}) AS page`)
    this.#end = new Template(bindings => end(index, bindings))
  }

  /** One row: the number of rows that the filters of the index leave, up to the limit. */
  count(source: Source): Statement {
    return this.#count.statement(source)
  }

  /**
   * One row: the edges of the rows that meet all filters.
   *
   * @param maxRows maximum number of rows of the index
   */
  rows(source: Source, maxRows: number): Statement {
    return this.#rows.statement(source, maxRows)
  }

  /** A row: the place at which the limit of rows of each combination ends; none if no combination has so many. */
  end(source: Source): Statement {
    return this.#end.statement(source, 2 * source.limit * this.combinations)
  }
}

function page(index: Index, bindings: Bindings): string {
  const { selection, order, columns } = index
  const { name, cluster } = selection.table
  const hint = narrowHintOf(index)
  const rows = (read: string) =>
    // The plus stops a database from reading by another index, in this order.
    `SELECT ${read}${joined(index, bindings, filterConditions(index, bindings), hint)} ORDER BY +at ${order}, +pos ${order} ${bindings.addLimit()}`
  if (bindings.isPostgres || (columns === cluster && hint === '')) return rows('edge')
  // SQLite would read the edge of each row into the sort, and seek each row of a clustered table. So it sorts the
  // keys of the table, which an index has too, and looks up the rows of the page.
  const key = cluster ? [...cluster, 'at', 'pos'].join(', ') : 'rowid'
  const owned = cluster ? key : `${name}.rowid`
  return `SELECT edge FROM ${name} WHERE (${key}) IN (${rows(owned)}) ORDER BY at ${order}, pos ${order}`
}

function end(index: Index, bindings: Bindings): string {
  const { selection, columns, order } = index
  const lists = columns.map((column, at) => `(${storedValues(selection, column, bindings)}) AS v${at}`)
  const conditions = [
    ...columns.map((column, at) => `${column} = v${at}.id`),
    ...boundConditions(selection, bindings),
    ...(bindings.isPostgres ? postgresCondition(index) : []),
  ]
  const offset = bindings.add(({ limit }) => BigInt(limit))
  const inOrder = `ORDER BY at ${order}, pos ${order} LIMIT 1`
  const table = `${selection.table.name}${bindings.isPostgres ? '' : hintOf(index)}`
  const last = (part: string) =>
    `(SELECT ${part} FROM ${table} WHERE ${conditions.join(' AND ') || 'at IS NOT NULL'} ${inOrder} OFFSET ${offset} + 0) AS ${part}`
  const ends = `SELECT ${last('at')}, ${last('pos')}${lists.length > 0 ? ` FROM ${lists.join(', ')}` : ''}`
  return `SELECT at, pos FROM (${ends}) AS ends WHERE at IS NOT NULL ${inOrder}`
}
