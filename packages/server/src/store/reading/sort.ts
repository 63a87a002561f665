import { boundConditions, filterConditions, fromWhere, rowsOf, storedValues } from './conditions.ts'
import { type Index, narrowHintOf } from './indexes.ts'
import { type Bindings, Template } from './template.ts'
import { type Form, joined } from './walk.ts'

/** Number of rows that are counted in the time in which one is tested and sorted. */
const COUNTED = 4

/** Reads all rows of an index in a part of the list, whose number is known to be small, tests the other filters, and sorts. */
export class Sort {
  /** One row: the number of rows that the filters of the index leave, up to the limit. */
  readonly count: Template
  /** One row: the edges of the rows that meet all filters, and their number. */
  readonly rows: Template
  /** A row: the place at which the limit of rows of each combination ends; none if no combination has more. */
  readonly end: Template

  constructor(index: Index, form: Form) {
    this.count = new Template(
      bindings => {
        const rows = rowsOf(index, bindings, [], narrowHintOf(index))
        return `SELECT count(*) FROM (SELECT 1 AS one${rows} ${bindings.addLimit()}) AS counted`
      },
      limit => limit / COUNTED,
    )
    this.rows = new Template(bindings => joined(sorted(index, bindings), form, bindings))
    this.end = new Template(
      bindings => endOf(index, bindings),
      limit => 2 * limit * index.combinations,
    )
  }
}

function sorted(index: Index, bindings: Bindings): string {
  const { selection, order, columns } = index
  const { name, cluster } = selection.table
  const hint = narrowHintOf(index)
  const rows = rowsOf(index, bindings, filterConditions(index, bindings), hint)
  // The plus stops a database from reading by another index, in this order.
  const page = `${rows} ORDER BY +at ${order}, +pos ${order} ${bindings.addLimit()}`
  if (bindings.isPostgres || (columns === cluster && hint === '')) return `SELECT edge${page}`
  // SQLite would read the edge of each row into the sort, and seek each row of a clustered table. So it sorts the
  // keys of the table, which an index has too, and looks up the rows of the page.
  const key = (cluster ? [...cluster, 'at', 'pos'] : ['rowid']).map(column => `${name}.${column}`).join(', ')
  const found = `(${key}) IN (SELECT ${key}${page})`
  return `SELECT edge FROM ${name} WHERE ${found} ORDER BY at ${order}, pos ${order}`
}

function endOf(index: Index, bindings: Bindings): string {
  const { selection, columns, order } = index
  const lists = columns.map((column, at) => `(${storedValues(selection, column, bindings)}) AS v${at}`)
  const equal = columns.map((column, at) => `${column} = v${at}.id`)
  const rows = fromWhere(index, bindings, [...equal, ...boundConditions(index, bindings)])
  const inOrder = `ORDER BY at ${order}, pos ${order} LIMIT 1`
  const offset = `OFFSET ${bindings.add(({ limit }) => BigInt(limit))} + 0`
  const last = (part: string) => `(SELECT ${part}${rows} ${inOrder} ${offset}) AS ${part}`
  const ends = `SELECT ${last('at')}, ${last('pos')}${lists.length > 0 ? ` FROM ${lists.join(', ')}` : ''}`
  return `SELECT at, pos FROM (${ends}) AS ends WHERE at IS NOT NULL ${inOrder}`
}
