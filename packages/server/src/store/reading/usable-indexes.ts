import { ordersOf } from '../tables/index-condition.ts'
import { countOf, type Selection } from './selection.ts'

/**
 * Maximum number of ranges of one statement for an index of one column. SQLite takes at most 500, and merging many is
 * disproportionately slow: 480 in one statement take three times as long as in four.
 */
const MAX_VALUES = 128
/** The same for several columns. Two statements of 64 take less time than one of 128. */
const MAX_COMBINATIONS = 64

/**
 * Returns the seek columns of each index that a selection can use: all columns have filters, with few enough values.
 * The key comes first, since it finds a record in a table of any size.
 */
export function usableIndexes(selection: Selection): readonly (readonly string[])[] {
  return indexesOf(selection).filter(columns => rangesOf(selection, columns) <= maxRanges(columns))
}

export function indexesOf({ table }: Selection): readonly (readonly string[])[] {
  return [table.key, ...ordersOf(table)]
}

/** True if an index has exactly the filtered columns. */
export function covers(selection: Selection, columns: readonly string[]): boolean {
  const filtered = [...selection.anyOf.keys()]
  return rangesOf(selection, columns) < Infinity && filtered.every(column => columns.includes(column))
}

/** Returns the number of ranges of an index for a selection; infinite if a column has no filter. */
export function rangesOf(selection: Selection, columns: readonly string[]): number {
  return columns.reduce((product, column) => product * (countOf(selection, column) || Infinity), 1)
}

export function maxRanges(columns: readonly string[]): number {
  return columns.length > 1 ? MAX_COMBINATIONS : MAX_VALUES
}
