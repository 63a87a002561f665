import type { Place } from '../tables/cursor.ts'
import type { ListedTable } from '../tables/table.ts'

/** Which rows of a list are asked for; every condition must hold. */
export interface Selection extends Bounds {
  readonly table: ListedTable
  /** Column to the values it may have, any one of them. No values: no row matches. */
  readonly anyOf: ReadonlyMap<string, readonly string[]>
  /** Integer column to the range its value lies in: start inclusive, end exclusive. */
  readonly ranges: ReadonlyMap<string, Range>
}

/** A stretch of a list, as exclusive bounds of the sort key in rising order; without one it is open at that end. */
export interface Bounds {
  readonly after?: Place
  readonly before?: Place
}

export interface Range {
  readonly start?: bigint
  readonly end?: bigint
}

export type Order = 'ASC' | 'DESC'

export function opposite(order: Order): Order {
  return order === 'ASC' ? 'DESC' : 'ASC'
}

/** What selections have in common that can be read by one and the same statement. */
export function shapeOf({ table, anyOf, ranges, after, before }: Selection): string {
  let shape = table.name
  for (const [column, { length }] of anyOf) shape += ` ${column}=${roundedCount(length)}`
  for (const [column, { start, end }] of ranges) {
    shape += ` ${start === undefined ? '' : '>'}${column}${end === undefined ? '' : '<'}`
  }
  return `${shape} ${after ? '>' : ''}${before ? '<' : ''}`
}

/**
 * The most values of one column that one statement seeks by. SQLite takes 500 ranges at most, and merging
 * so many costs it more than in proportion: 480 in one statement take three times as long as in four.
 */
export const MAX_VALUES = 128

/**
 * Values are filled up to a power of two with ones that no row has. Each number of values would be a statement of its
 * own, prepared and kept (a large one takes megabytes); so there are eight, and some more for values that are only tested.
 */
export function roundedCount(count: number): number {
  return count === 0 ? 0 : 2 ** Math.ceil(Math.log2(count))
}

/** The values of a list, filled up. */
export function rounded(values: readonly string[]): readonly (string | null)[] {
  const filling = roundedCount(values.length) - values.length
  return [...values, ...Array.from({ length: filling }, () => null)]
}

/**
 * A selection by more values of a column than one statement seeks by, as several selections that together have its rows;
 * tested on each row, they would make a page walk past everybody else's.
 */
export function partsOf(selection: Selection): Selection[] {
  for (const [column, values] of selection.anyOf) {
    if (values.length <= MAX_VALUES || !hasIndexOf(selection.table, column)) continue
    return Array.from({ length: Math.ceil(values.length / MAX_VALUES) }, (_, part) => ({
      ...selection,
      anyOf: new Map(selection.anyOf).set(column, values.slice(part * MAX_VALUES, (part + 1) * MAX_VALUES)),
    }))
  }
  return [selection]
}

function hasIndexOf({ cluster, indexes }: ListedTable, column: string): boolean {
  return [cluster, ...indexes].some(columns => columns?.join() === column)
}
