import { comparePlaces, type Place } from '../tables/cursor.ts'
import type { ListedTable } from '../tables/table.ts'

/** The requested rows of a list. Every condition must hold. */
export interface Selection {
  readonly table: ListedTable
  /** Column to its accepted values, at least one. */
  readonly anyOf: ReadonlyMap<string, readonly string[]>
  /** Integer column to the accepted range. */
  readonly ranges: ReadonlyMap<string, Range>
  /** Exclusive bounds of the sort key in rising order. A missing one leaves that end open. */
  readonly after?: Place
  readonly before?: Place
}

/** A range of integers: start inclusive, end exclusive, at least one of them. */
export interface Range {
  readonly start?: bigint
  readonly end?: bigint
}

export type Order = 'ASC' | 'DESC'

export function opposite(order: Order): Order {
  return order === 'ASC' ? 'DESC' : 'ASC'
}

/** Narrows a selection to the rows beyond a place in the order of the scan, optionally including it. */
export function onward(selection: Selection, { at, pos }: Place, order: Order, inclusive = false): Selection {
  const step = inclusive ? 1n : 0n
  if (order === 'ASC') {
    const after = { at, pos: pos - step }
    const isNarrower = !selection.after || comparePlaces(selection.after, after) < 0
    return isNarrower ? { ...selection, after } : selection
  }
  const before = { at, pos: pos + step }
  const isNarrower = !selection.before || comparePlaces(before, selection.before) < 0
  return isNarrower ? { ...selection, before } : selection
}

/** Narrows a selection to the rows of a range of times, or epochs. */
export function within(selection: Selection, { start, end }: Range): Selection {
  const from = start === undefined ? selection : onward(selection, placeAt(start), 'ASC')
  return end === undefined ? from : onward(from, placeAt(end), 'DESC')
}

/** The limits of stored integers. A request may contain a larger uint64, which no row has. */
const MIN = -(2n ** 63n)
export const MAX = 2n ** 63n - 1n

/** Returns the place just before all rows of a time; that after all rows for a time beyond the limit. */
function placeAt(time: bigint): Place {
  if (time > MAX) return { at: MAX, pos: MAX }
  return { at: time < MIN ? MIN : time, pos: -1n }
}

/** Returns the shape of a selection. Selections of one shape have the same statements, with other values. */
export function shapeOf(selection: Selection): string {
  const { table, anyOf, ranges, after, before } = selection
  let shape = table.name
  for (const column of anyOf.keys()) shape += ` ${column}=${countOf(selection, column)}`
  for (const [column, { start, end }] of ranges)
    shape += ` ${start === undefined ? '' : '>'}${column}${end === undefined ? '' : '<'}`
  return `${shape} ${after ? '>' : ''}${before ? '<' : ''}`
}

/**
 * Returns the number of values of a column, 0 without a filter. It is rounded up to a power of two, so that there are
 * few shapes. The extra values match no row.
 */
export function countOf({ anyOf }: Selection, column: string): number {
  const { length } = anyOf.get(column) ?? []
  return length < 2 ? length : 2 ** Math.ceil(Math.log2(length))
}
