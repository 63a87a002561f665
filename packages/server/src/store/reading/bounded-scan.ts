import { comparePlaces, type Place } from '../tables/cursor.ts'
import { rowsStatement, SORT_KEY } from './page-sql.ts'
import type { Reading, Statement } from './reading.ts'
import { type Order, onward, opposite, type Selection } from './selection.ts'
import { covers, indexesOf, maxRanges, rangesOf, usableIndexes } from './usable-indexes.ts'

/**
 * If an index has all filters of a selection, a page passes its own rows only. Otherwise it passes the rows of an index
 * and tests the other filters, until it is full. That may be the whole table. So such a scan takes steps, each a
 * statement that passes a limited number of rows. A reader may serve other requests between them.
 */

/** Maximum number of rows that a step passes. It takes less than a millisecond. */
const MAX_ROWS = 500

/** Maximum number of statements for one index: enough for 100 parties, each with all classes of distance. */
const MAX_PARTS = 32

/** Returns the statement for the place of the last row that a step may pass; no row if fewer are left. */
function lastPlace(selection: Selection, order: Order): Statement {
  const passed = { columns: () => SORT_KEY, unfiltered: true }
  const { text, postgres = text, values } = rowsStatement(selection, order, MAX_ROWS, passed)
  const [sqlite, other] = [text, postgres].map(
    rows => `SELECT ${SORT_KEY} FROM (${rows}) AS passed LIMIT 1 OFFSET ${MAX_ROWS - 1}`,
  )
  return { text: sqlite!, postgres: other!, values }
}

/**
 * Splits a selection into parts whose statements have few enough index ranges each. Their rows are disjoint. Prefers an
 * index with all filters. Without one, it splits the values of the one column that an index has alone.
 */
export function partsOf(selection: Selection): readonly Selection[] {
  const indexes = indexesOf(selection)
  const whole = indexes.find(columns => covers(selection, columns))
  const parts = whole && split(selection, whole)
  if (parts && parts.length <= MAX_PARTS) return parts.map(part => ({ ...part, lead: whole }))
  const long = indexes.find(columns => {
    const ranges = rangesOf(selection, columns)
    return columns.length === 1 && ranges > maxRanges(columns) && ranges < Infinity
  })
  return long ? split(selection, long) : [selection]
}

/** Halves the longest list of values until the ranges of an index are few enough. */
function split(selection: Selection, columns: readonly string[]): readonly Selection[] {
  const { anyOf } = selection
  if (rangesOf(selection, columns) <= maxRanges(columns)) return [selection]
  const lengthOf = (column: string) => anyOf.get(column)?.length ?? 0
  const longest = columns.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one))
  const values = anyOf.get(longest) ?? []
  const half = 2 ** Math.ceil(Math.log2(values.length) - 1)
  return [values.slice(0, half), values.slice(half)].flatMap(some =>
    split({ ...selection, anyOf: new Map(anyOf).set(longest, some) }, columns),
  )
}

/**
 * Scans a selection in steps. Reads by the index whose rows are the fewest.
 *
 * @param limit maximum number of rows
 * @param read reads a step; gets the number of rows that are still wanted
 */
export function* boundedScan(
  selection: Selection,
  order: Order,
  limit: number,
  read: (step: Selection, wanted: number) => Reading<readonly string[]>,
): Reading<readonly string[]> {
  const edges: string[] = []
  let { rest, end } = yield* led(selection, order)
  for (;;) {
    const step = end ? { ...rest, ...onward(rest, end, opposite(order), true) } : rest
    edges.push(...(yield* read(step, limit - edges.length)))
    if (!end || edges.length >= limit) return edges
    rest = { ...rest, ...onward(rest, end, order) }
    end = (yield [lastPlace(rest, order)]).map(place)[0]
  }
}

/** Chooses the index to read by: the one whose next rows reach furthest in the list, so that fewest are passed. */
function* led(selection: Selection, order: Order): Reading<{ rest: Selection; end?: Place | undefined }> {
  const indexes = usableIndexes(selection)
  const whole = selection.lead ?? indexes.find(columns => covers(selection, columns))
  if (whole) return { rest: { ...selection, lead: whole } }
  const ways = indexes.map(lead => ({ ...selection, lead }))
  const places = (yield ways.map(way => lastPlace(way, order))).map(place)
  const furthest = places.reduce((best, end, way) => (isFurther(end, places[best], order) ? way : best), 0)
  return { rest: ways[furthest] ?? selection, end: places[furthest] }
}

function place(rows: readonly unknown[][]): Place | undefined {
  const [at, pos] = (rows[0] ?? []) as bigint[]
  return at === undefined || pos === undefined ? undefined : { at, pos }
}

/** The end of the list, which has no place, is the furthest. */
function isFurther(end: Place | undefined, best: Place | undefined, order: Order): boolean {
  if (!end || !best) return best !== undefined
  const difference = comparePlaces(end, best)
  return order === 'ASC' ? difference > 0 : difference < 0
}
