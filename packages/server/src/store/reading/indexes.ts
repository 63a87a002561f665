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

/** True if an index has exactly the filtered columns. */
export function covers(selection: Selection, columns: readonly string[]): boolean {
  const filtered = [...selection.anyOf.keys()]
  return combinationsOf(selection, columns) < Infinity && filtered.every(column => columns.includes(column))
}

/** Returns the number of combinations of the values of some columns; infinite if a column has no filter. */
export function combinationsOf(selection: Selection, columns: readonly string[]): number {
  return columns.reduce((product, column) => product * (countOf(selection, column) || Infinity), 1)
}

/** Writes the name of the index for SQLite, whose planner may prefer another one. */
export function hintOf({ selection: { table }, columns }: Index): string {
  return table.indexes.includes(columns) ? ` INDEXED BY ${indexTarget(table, columns).name}` : ''
}

/** The same, with the index of the key where it has the columns first: its entries are smaller than rows. */
export function narrowHintOf(index: Index): string {
  const { table } = index.selection
  const isKey = index.columns.every((column, at) => column === table.key[at])
  return isKey && index.columns.length > 0 ? ` INDEXED BY ${table.name}_key` : hintOf(index)
}

/** Adds the condition of the index, which PostgreSQL knows it by. */
export function inPostgres({ selection: { table }, columns }: Index, condition: string): string {
  const ofIndex = indexCondition(table, columns)
  return ofIndex ? `${condition} AND ${ofIndex}` : condition
}
