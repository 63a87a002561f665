import {
  boundConditions,
  filterConditions,
  fromWhere,
  keysOf,
  lookedUp,
  rowsOf,
  storedValues,
  weightOf,
} from './conditions.ts'
import { type Index, narrowHintOf } from './indexes.ts'
import { type Bindings, Template } from './template.ts'
import { joined } from './walk.ts'

/** Number of rows that are counted in the time in which one is tested and sorted. */
export const COUNTED = 4

/** Reads all rows of an index in a part of the list, whose number is known to be small, tests the other filters, and sorts. */
export class Sort {
  /** The weight of a row. */
  readonly weight: number
  /** One row: the number of rows that the filters of the index leave, up to the limit. */
  readonly count: Template
  /** One row: the edges of the rows that meet all filters, and their number. */
  readonly rows: Template
  /** A row: the place at which the limit of rows of each combination ends; none if no combination has more. */
  readonly end: Template

  constructor(index: Index) {
    this.weight = weightOf(index)
    this.count = new Template(
      bindings => {
        const rows = rowsOf(index, bindings, [], narrowHintOf(index))
        return `SELECT count(*) FROM (SELECT 1 AS one${rows} LIMIT ${bindings.addRows('limit')}) AS counted`
      },
      ({ limit }) => limit / COUNTED,
    )
    this.rows = new Template(
      bindings => joined(sorted(index, bindings), bindings),
      ({ passes = 0 }) => passes * this.weight,
    )
    this.end = new Template(
      bindings => endOf(index, bindings),
      ({ limit }) => 2 * limit * index.combinations,
    )
  }
}

function sorted(index: Index, bindings: Bindings): string {
  const { selection, order, columns } = index
  const { cluster } = selection.table
  const hint = narrowHintOf(index)
  const rows = rowsOf(index, bindings, filterConditions(index, bindings), hint)
  // The plus stops a database from reading by another index, in this order.
  const page = `${rows} ORDER BY +at ${order}, +pos ${order} LIMIT ${bindings.addRows('limit')}`
  if (bindings.isPostgres || (columns === cluster && hint === '')) return `SELECT edge${page}`
  // SQLite would read the edge of each row into the sort, and seek each row of a clustered table.
  return lookedUp(selection.table, `SELECT ${keysOf(selection.table)}${page}`)
}

function endOf(index: Index, bindings: Bindings): string {
  const { selection, columns, order } = index
  const lists = columns.map((column, at) => `(${storedValues(selection, column, bindings)}) AS v${at}`)
  const equal = columns.map((column, at) => `${column} = v${at}.id`)
  const rows = fromWhere(index, bindings, [...equal, ...boundConditions(index, bindings)])
  const inOrder = `ORDER BY at ${order}, pos ${order} LIMIT 1`
  const offset = `OFFSET ${bindings.addRows('limit')}`
  const last = (part: string) => `(SELECT ${part}${rows} ${inOrder} ${offset}) AS ${part}`
  const ends = `SELECT ${last('at')}, ${last('pos')}${lists.length > 0 ? ` FROM ${lists.join(', ')}` : ''}`
  return `SELECT at, pos FROM (${ends}) AS ends WHERE at IS NOT NULL ${inOrder}`
}
