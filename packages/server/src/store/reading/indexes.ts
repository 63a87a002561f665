import { indexCondition, indexTarget, ordersOf } from '../tables/index-condition.ts'
import { countOf, type Order, type Selection } from './selection.ts'

/** An index to read a shape of selection by. */
export interface Index {
  /** A selection of the shape. */
  readonly selection: Selection
  /** The columns that the index has before the sort key. All have filters. */
  readonly columns: readonly string[]
  readonly order: Order
  /** The number of combinations of filter values of its columns. */
  readonly combinations: number
  /** False if it has a column with a range: then it has the rows in another order than the list. */
  readonly isInOrder: boolean
  /** The condition that PostgreSQL knows it by, if it has one. */
  readonly condition: readonly string[]
}

/** Returns the indexes whose columns all have filters. The key is first, since it finds a record in a table of any size. */
export function indexesOf(selection: Selection, order: Order): Index[] {
  const { table, ranges } = selection
  return [table.key, ...ordersOf(table)].flatMap(columns => {
    const counts = columns.map(column => (ranges.has(column) ? 1 : countOf(selection, column)))
    const combinations = counts.reduce((product, count) => product * count, 1)
    const isInOrder = !columns.some(column => ranges.has(column))
    const condition = indexCondition(table, columns)
    const index = {
      selection,
      columns,
      order,
      combinations,
      isInOrder,
      condition: condition ? [condition] : [],
    }
    return combinations === 0 ? [] : [index]
  })
}

/** Writes the name of the index for SQLite, whose planner may prefer another one. */
export function hintOf({ selection: { table }, columns }: Index): string {
  return table.indexes.includes(columns) ? ` INDEXED BY ${indexTarget(table, columns).name}` : ''
}

/** The same for a read that needs no rows: the entries of the key's index are smaller than the rows of a cluster. */
export function narrowHintOf(index: Index): string {
  const { table } = index.selection
  return isOfKey(index) ? ` INDEXED BY ${table.name}_key` : hintOf(index)
}

/** Returns true if the entries of an index have these columns, so that SQLite reads no rows of the table. */
export function isCovering(index: Index, columns: readonly string[]): boolean {
  const { cluster = [], key } = index.selection.table
  const known = [...index.columns, ...cluster, ...(isOfKey(index) ? key : [])]
  return columns.every(column => known.includes(column))
}

function isOfKey({ selection: { table }, columns }: Index): boolean {
  const isKey = columns === table.key || columns === table.cluster
  return isKey && columns.every((column, at) => column === table.key[at])
}
