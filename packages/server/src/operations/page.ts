import type { Query } from '../parameters/read.ts'
import { boundedScan, partsOf } from '../store/reading/bounded-scan.ts'
import type { Bindings } from '../store/reading/conditions.ts'
import { withClasses } from '../store/reading/distance-ranges.ts'
import { rowsStatement } from '../store/reading/page-sql.ts'
import { type Reading, rowsOf } from '../store/reading/reading.ts'
import { type Order, onward, opposite, type Range, type Selection } from '../store/reading/selection.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { CURSOR_LENGTH, comparePlaces, decodeCursor, type Place } from '../store/tables/cursor.ts'
import type { ListedTable } from '../store/tables/table.ts'
import { readPageRequest } from './paging.ts'

/** The conditions of a list request; an absent one filters nothing. */
export interface Filters {
  /** Column to its accepted values. */
  readonly anyOf?: Readonly<Record<string, readonly string[] | undefined>>
  /** Integer column to the accepted range. */
  readonly ranges?: Readonly<Record<string, Range>>
  /** Range of the sort key's time, or epoch. */
  readonly at?: Range
}

/** Columns and code that compose edges which are not stored ready-made. */
export interface Composer {
  columns(bindings: Bindings): string
  compose(rows: readonly unknown[][]): string[]
}

const stored: Composer = {
  columns: () => 'edge',
  compose: rows => rows.map(([edge]) => edge as string),
}

/** Reads one page of a list and writes it as the contract's container of `edges` and `pageInfo`. */
export function* readPage(
  table: ListedTable,
  query: Query,
  head: Checkpoint,
  filters: Filters,
  composer = stored,
): Reading<string> {
  const request = readPageRequest(query, table.tag)
  const selected = selectionOf(table, filters, head)
  if (!selected) return pageText([], false, false)
  const list = yield* withClasses(selected, head)
  const order: Order = request.newestFirst ? 'DESC' : 'ASC'
  const scan = request.backward ? opposite(order) : order
  const { from, size } = request
  const rest = from ? { ...list, ...onward(list, from, scan) } : list
  // One extra row tells whether there are more.
  const edges = yield* readEdges(rest, scan, size + 1, composer)
  const more = edges.length > size
  // Rows before the page exist if an opposite scan, which includes the cursor's own row, finds any.
  const back = opposite(scan)
  const before = from && (yield* readEdges({ ...list, ...onward(list, from, back, true) }, back, 1, stored))
  const passed = before !== undefined && before.length > 0
  const page = edges.slice(0, size)
  return request.backward ? pageText(page.reverse(), passed, more) : pageText(page, more, passed)
}

/** Reads the first edges of a selection. Several parts of it each give at most so many. */
function* readEdges(
  selection: Selection,
  scan: Order,
  limit: number,
  { columns, compose }: Composer,
): Reading<readonly string[]> {
  const read = function* (step: Selection, wanted: number) {
    return compose(yield* rowsOf(rowsStatement(step, scan, wanted, { columns })))
  }
  const parts = partsOf(selection)
  if (parts.length === 1) return yield* boundedScan(selection, scan, limit, read)
  const { tag } = selection.table
  const sign = scan === 'ASC' ? 1 : -1
  let page: { readonly edge: string; readonly place: Place }[] = []
  for (const part of parts) {
    const last = page[limit - 1]?.place
    // Rows beyond those of the other parts are not needed.
    const rest = last ? { ...part, ...onward(part, last, opposite(scan)) } : part
    const edges = yield* boundedScan(rest, scan, limit, read)
    page = [...page, ...edges.map(edge => ({ edge, place: decodeCursor(tag, cursorOf(edge))! }))]
      .sort((one, other) => sign * comparePlaces(one.place, other.place))
      .slice(0, limit)
  }
  return page.map(({ edge }) => edge)
}

/** Integers are stored as int64. A request may contain a larger uint64, which no row has. */
const MAX = 2n ** 63n - 1n

/** Returns the requested rows, or undefined when a condition excludes all. */
function selectionOf(
  table: ListedTable,
  { anyOf = {}, ranges = {}, at = {} }: Filters,
  head: Checkpoint,
): Selection | undefined {
  const conditions = new Map<string, readonly string[]>()
  for (const [column, values] of Object.entries(anyOf)) {
    if (!values) continue
    const storable =
      table.columns[column] === 'integer' ? values.filter(value => BigInt(value) <= MAX) : values
    if (storable.length === 0) return undefined
    conditions.set(column, [...new Set(storable)])
  }
  if (at.start !== undefined && at.start > MAX) return undefined
  return {
    table,
    anyOf: conditions,
    ranges: new Map([...Object.entries(ranges), ...visible(table, head)]),
    ...(at.start !== undefined && { after: { at: at.start, pos: -1n } }),
    ...(at.end !== undefined && at.end <= MAX && { before: { at: at.end, pos: -1n } }),
  }
}

/** Returns the range of the rows that the limit of the history leaves. */
function visible({ retention }: ListedTable, { since }: Checkpoint): [string, Range][] {
  return retention && since > 0n ? [[retention.ended, { start: since }]] : []
}

/** Returns the cursor of an edge, which ends with it. */
function cursorOf(edge = ''): string {
  return edge.slice(-'"}'.length - CURSOR_LENGTH, -'"}'.length)
}

function pageText(edges: readonly string[], hasNextPage: boolean, hasPreviousPage: boolean): string {
  const [start, end] = [edges[0], edges.at(-1)].map(cursorOf)
  const flags = `"hasNextPage":${hasNextPage},"hasPreviousPage":${hasPreviousPage}`
  return `{"edges":[${edges.join(',')}],"pageInfo":{${flags},"startCursor":"${start}","endCursor":"${end}"}}`
}
