import { CLASSES, isByDistance } from '../tables/distance.ts'
import type { ListedTable } from '../tables/table.ts'
import { distantRange } from './distance-ranges.ts'
import { roundedCount, type Selection } from './selection.ts'

/**
 * Maximum number of seek values of one column per statement. SQLite takes at most 500 ranges, and merging many is
 * disproportionately slow: 480 in one statement take three times as long as in four.
 */
const MAX_VALUES = 128

/** Maximum number of ranges of one statement for an index of several columns, since each costs a seek. */
const MAX_RANGES = 64
/** The same with a class column: the ranges of few classes have rows. */
const MAX_BY_DISTANCE = 128

/**
 * Returns the seek columns of each index that a selection can use: all columns have filters, with few enough values.
 * The key comes first, since it finds a record in a table of any size. Next come the class indexes, if the request has a
 * range of the other time. Then come the cluster and the other indexes in the order of the table's description.
 */
export function usableIndexes(selection: Selection): readonly (readonly string[])[] {
  const { table } = selection
  const { key, cluster, indexes } = table
  const byDistance = indexes.filter(columns => isByDistance(table, columns))
  const all = new Set([key, ...byDistance, ...(cluster ? [cluster] : []), ...indexes])
  return [...all].filter(columns => rangesOf(selection, columns) <= maxRanges(table, columns))
}

/** True if an index has exactly the filtered columns, and a class if there is a range of the other time. */
export function covers(selection: Selection, columns: readonly string[]): boolean {
  return (
    rangesOf(selection, columns) < Infinity &&
    [...selection.anyOf.keys()].every(column => columns.includes(column)) &&
    (!distantRange(selection) || isByDistance(selection.table, columns))
  )
}

/** Returns the number of ranges of an index for a selection; infinite if a column has no filter. */
export function rangesOf(selection: Selection, columns: readonly string[]): number {
  const { table, anyOf, classes } = selection
  const [lowest, highest] = classes ?? [0, CLASSES.length - 1]
  return columns.reduce((product, column) => {
    if (column === table.distance?.classes)
      return distantRange(selection) ? product * (highest - lowest + 1) : Infinity
    return product * roundedCount(anyOf.get(column)?.length ?? Infinity)
  }, 1)
}

export function maxRanges(table: ListedTable, columns: readonly string[]): number {
  if (isByDistance(table, columns)) return MAX_BY_DISTANCE
  return columns.length > 1 ? MAX_RANGES : MAX_VALUES
}
