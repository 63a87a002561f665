import type { Place } from '../tables/cursor.ts'
import type { ListedTable } from '../tables/table.ts'

/** The requested rows of a list. Every condition must hold. */
export interface Selection extends Bounds {
  readonly table: ListedTable
  /** Column to its accepted values. No values: no row matches. */
  readonly anyOf: ReadonlyMap<string, readonly string[]>
  /** Integer column to the accepted range: start inclusive, end exclusive. */
  readonly ranges: ReadonlyMap<string, Range>
  /** The classes that have rows, lowest and highest; absent when unknown. */
  readonly classes?: readonly [lowest: number, highest: number]
}

/** A part of a list, as exclusive bounds of the sort key in rising order. A missing bound leaves that end open. */
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

/** Returns the shape of a selection. Selections with the same shape share one statement. */
export function shapeOf({ table, anyOf, ranges, classes, after, before }: Selection): string {
  let shape = classes ? `${table.name} ${classes.join('-')}` : table.name
  for (const [column, { length }] of anyOf) shape += ` ${column}=${roundedCount(length)}`
  for (const [column, { start, end }] of ranges) {
    shape += ` ${start === undefined ? '' : '>'}${column}${end === undefined ? '' : '<'}`
  }
  return `${shape} ${after ? '>' : ''}${before ? '<' : ''}`
}

/**
 * Maximum number of seek values of one column per statement. SQLite takes at most 500 ranges, and merging many is
 * disproportionately slow: 480 in one statement take three times as long as in four.
 */
export const MAX_VALUES = 128

/**
 * Rounds the number of values up to a power of two; the extra values match no row. Each number of values needs its own
 * prepared statement, and a large one takes megabytes. So there are eight for seeks, and some more for filters.
 */
export function roundedCount(count: number): number {
  return count === 0 ? 0 : 2 ** Math.ceil(Math.log2(count))
}

/** Returns the values of a list, filled up to the rounded number. */
export function rounded(values: readonly string[]): readonly (string | null)[] {
  const filling = roundedCount(values.length) - values.length
  return [...values, ...Array.from({ length: filling }, () => null)]
}

/**
 * Splits a selection into several if it has more values of a column than one statement can seek by. A filter on each
 * row would make a page scan the rows of all other values.
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
