import { indexCondition, indexTarget, ordersOf } from '../tables/index-condition.ts'
import { countOf, type Order, type Selection } from './selection.ts'

/** An index to read a shape of selection by. */
export interface Index {
  /** A selection of the shape. */
  readonly selection: Selection
  /** The columns that the index has before the sort key. All have filters. */
  readonly columns: readonly string[]
  readonly order: Order
}

/** Returns the columns of each index of a table. The key is first, since it finds a record in a table of any size. */
export function indexesOf({ table }: Selection): readonly (readonly string[])[] {
  return [table.key, ...ordersOf(table)]
}

/** Returns the number of combinations of the values of some columns; infinite if a column has no filter. */
export function combinationsOf(selection: Selection, columns: readonly string[]): number {
  return columns.reduce((product, column) => product * (countOf(selection, column) || Infinity), 1)
}

/** Writes the name of the index for SQLite, whose planner may prefer another one. */
export function hintOf({ selection: { table }, columns }: Index): string {
  return table.indexes.includes(columns) ? ` INDEXED BY ${indexTarget(table, columns).name}` : ''
}

/** The same for a read that needs no rows: the entries of the key's index are smaller than the rows of a cluster. */
export function narrowHintOf(index: Index): string {
  const { table } = index.selection
  const isKey = index.columns === table.key || index.columns === table.cluster
  const isFirst = index.columns.every((column, at) => column === table.key[at])
  return isKey && isFirst ? ` INDEXED BY ${table.name}_key` : hintOf(index)
}

/** Returns the condition of the index, which PostgreSQL knows it by. */
export function postgresCondition({ selection: { table }, columns }: Index): string[] {
  const condition = indexCondition(table, columns)
  return condition === undefined ? [] : [condition]
}
