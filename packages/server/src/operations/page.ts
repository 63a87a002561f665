import type { Query } from '../parameters/read.ts'
import { boundedScan, partsOf } from '../store/reading/bounded-scan.ts'
import { anyRow, edgesOf, PageStatement } from '../store/reading/page-sql.ts'
import { type Reading, rowsOf, type SqlValue } from '../store/reading/reading.ts'
import { type Order, onward, opposite, type Range, type Selection } from '../store/reading/selection.ts'
import { withClasses } from '../store/reading/with-classes.ts'
import { comparePlaces, decodeCursor, type Place } from '../store/tables/cursor.ts'
import type { ListedTable } from '../store/tables/table.ts'
import type { ReadAt } from './operation.ts'
import { readPageRequest } from './paging.ts'

/** The conditions of a list request; an absent one filters nothing. */
export interface Filters {
  /** Column to its accepted values. */
  readonly anyOf?: Readonly<Record<string, readonly string[] | undefined>>
  /** Integer column to the accepted range. */
  readonly ranges?: Readonly<Record<string, Range>>
  /** Range of the sort key's time, or epoch. */
  readonly at?: Range
  /** The checkpoint of the reading, for a table with a limited history or with a range of its other time. */
  readonly head?: ReadAt
}

/** Columns and code that compose edges which are not stored ready-made. */
export interface Composer {
  readonly statement: PageStatement
  /** The input of the computed columns. */
  readonly values?: readonly SqlValue[]
  compose(rows: readonly unknown[][]): string[]
}

/** Reads one page of a list and writes it as the contract's container of `edges` and `pageInfo`. */
export function* readPage(
  table: ListedTable,
  query: Query,
  filters: Filters,
  composer?: Composer,
): Reading<string> {
  const request = readPageRequest(query, table.tag)
  const selected = selectionOf(table, filters)
  if (!selected) return pageText('', false, false)
  const list = filters.head ? yield* withClasses(selected, filters.head) : selected
  const order: Order = request.newestFirst ? 'DESC' : 'ASC'
  const scan = request.backward ? opposite(order) : order
  const rest = request.from ? { ...list, ...onward(list, request.from, scan) } : list
  // One extra row tells whether there are more.
  const limit = request.size + 1
  const parts = partsOf(rest)
  // Reversing rows in SQLite needs a sort, which is slower than joining them here.
  const { count, edges } =
    composer || request.backward || parts.length > 1
      ? yield* joined(parts, scan, request.backward, limit, composer)
      : yield* concatenated(rest, scan, limit)
  // Rows before the page exist if an opposite scan, which includes the cursor's own row, finds any.
  const passed = request.from ? yield* exists(list, request.from, opposite(scan)) : false
  const more = count > request.size
  const page = more ? withoutEdge(edges, request.backward ? 'first' : 'last') : edges
  return request.backward ? pageText(page, passed, more) : pageText(page, more, passed)
}

interface Edges {
  readonly count: number
  /** The edges joined by commas, in the order of the response. */
  readonly edges: string
}

const asTheyAre: Composer = {
  statement: new PageStatement({ columns: () => 'edge' }),
  compose: rows => rows.map(([edge]) => edge as string),
}

function* concatenated(list: Selection, scan: Order, limit: number): Reading<Edges> {
  const steps = yield* boundedScan(list, scan, limit, function* (step, wanted): Reading<Edges> {
    const [count, edges] = (yield* rowsOf(edgesOf.of(step, scan, wanted)))[0] as [bigint, string | null]
    return { count: Number(count), edges: edges ?? '' }
  })
  const [first] = steps
  if (first && steps.length === 1) return first
  const found = steps.filter(({ count }) => count > 0)
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    edges: found.map(({ edges }) => edges).join(','),
  }
}

/** Joins the rows of several selections of a table. Each gives at most the rows of one page. */
function* joined(
  parts: readonly Selection[],
  scan: Order,
  backward: boolean,
  limit: number,
  { statement, values, compose } = asTheyAre,
): Reading<Edges> {
  const read = function* (step: Selection, wanted: number) {
    const rows = yield* rowsOf(statement.of(step, scan, wanted, values))
    return { count: rows.length, rows }
  }
  let page: readonly string[] = []
  for (const part of parts) {
    const last = page.length === limit ? placeOf(part.table, page[limit - 1]!) : undefined
    // Rows beyond those of the other parts are not needed.
    const rest = last ? { ...part, ...onward(part, last, opposite(scan)) } : part
    const steps = yield* boundedScan(rest, scan, limit, read)
    const edges = compose(steps.flatMap(({ rows }) => rows))
    page = page.length > 0 ? inOrder(part.table, [...page, ...edges], scan).slice(0, limit) : edges
  }
  return { count: page.length, edges: (backward ? page.toReversed() : page).join(',') }
}

function inOrder(table: ListedTable, edges: readonly string[], scan: Order): string[] {
  const sign = scan === 'ASC' ? 1 : -1
  return edges
    .map(edge => ({ edge, place: placeOf(table, edge) }))
    .sort((one, other) => sign * comparePlaces(one.place, other.place))
    .map(({ edge }) => edge)
}

/** Returns the place of a stored edge, which has the cursor of its list. */
function placeOf({ tag }: ListedTable, edge: string): Place {
  return decodeCursor(tag, cursorOf(edge, 'last')) as Place
}

/** Returns true if a scan from a place, which includes the row there, finds any row. */
function* exists(list: Selection, from: Place, scan: Order): Reading<boolean> {
  const read = function* (step: Selection) {
    const [found] = yield* rowsOf(anyRow.of(step, 'ASC', 1))
    return { count: Number(found?.[0] ?? 0n) }
  }
  for (const part of partsOf({ ...list, ...onward(list, from, scan, true) })) {
    const steps = yield* boundedScan(part, scan, 1, read)
    if (steps.some(({ count }) => count > 0)) return true
  }
  return false
}

/** Integers are stored as int64. A request may contain a larger uint64, which no row has. */
const MAX = 2n ** 63n - 1n

/** Returns the requested rows, or undefined when a condition excludes all. */
function selectionOf(
  table: ListedTable,
  { anyOf = {}, ranges = {}, at = {}, head }: Filters,
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
function visible({ name, retention }: ListedTable, head: ReadAt | undefined): [string, Range][] {
  if (!retention) return []
  if (!head) throw new TypeError(`${name} has a limited history, and needs the checkpoint`)
  return head.since > 0n ? [[retention.ended, { start: head.since }]] : []
}

const CURSOR = '"cursor":"'
const CURSOR_LENGTH = 20

/** Returns the cursor of the first or last edge. No node has a field of that name, and text in strings is escaped. */
function cursorOf(edges: string, end: 'first' | 'last'): string {
  const at = (end === 'first' ? edges.indexOf(CURSOR) : edges.lastIndexOf(CURSOR)) + CURSOR.length
  return edges.slice(at, at + CURSOR_LENGTH)
}

function withoutEdge(edges: string, end: 'first' | 'last'): string {
  const at =
    end === 'first' ? edges.indexOf(CURSOR) : edges.lastIndexOf(CURSOR, edges.lastIndexOf(CURSOR) - 1)
  const close = at + CURSOR.length + CURSOR_LENGTH + '"}'.length
  return end === 'first' ? edges.slice(close + ','.length) : edges.slice(0, close)
}

function pageText(edges: string, hasNextPage: boolean, hasPreviousPage: boolean): string {
  const start = edges && cursorOf(edges, 'first')
  const end = edges && cursorOf(edges, 'last')
  const flags = `"hasNextPage":${hasNextPage},"hasPreviousPage":${hasPreviousPage}`
  return `{"edges":[${edges}],"pageInfo":{${flags},"startCursor":"${start}","endCursor":"${end}"}}`
}
