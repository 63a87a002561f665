import type { Query } from '../parameters/read.ts'
import { withClasses } from '../store/reading/distance-ranges.ts'
import type { Read } from '../store/reading/merge.ts'
import { planOf } from '../store/reading/plan.ts'
import type { Reading, SqlValue } from '../store/reading/reading.ts'
import { type Order, onward, opposite, type Range, type Selection } from '../store/reading/selection.ts'
import type { Source } from '../store/reading/template.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { CURSOR_LENGTH } from '../store/tables/cursor.ts'
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

/** Columns and code that compose an edge which is not stored ready-made. An index must have all filters. */
export interface Composer {
  readonly read: Read
  /** The input of the columns. */
  readonly inputs: readonly SqlValue[]
  compose(row: readonly unknown[]): string
}

/** Reads one page of a list and writes it as the contract's container of `edges` and `pageInfo`. */
export function* readPage(
  table: ListedTable,
  query: Query,
  head: Checkpoint,
  filters: Filters,
  composer?: Composer,
): Reading<string> {
  const request = readPageRequest(query, table.tag)
  const selected = selectionOf(table, filters, head)
  if (!selected) return pageText('', false, false)
  const list = yield* withClasses(selected, head)
  const order: Order = request.newestFirst ? 'DESC' : 'ASC'
  const scan = request.backward ? opposite(order) : order
  const { from, size, backward } = request
  // One extra row tells whether there are more.
  const ahead: Source = {
    selection: from ? { ...list, ...onward(list, from, scan) } : list,
    limit: size + 1,
    ...(composer && { inputs: composer.inputs }),
  }
  // Rows before the page exist if an opposite scan, which includes the cursor's own row, finds any.
  const back = opposite(scan)
  const behind = from && { selection: { ...list, ...onward(list, from, back, true) }, limit: 1 }
  const plan = planOf(ahead.selection, scan)
  const planBehind = behind && planOf(behind.selection, back)
  const { whole } = plan
  if (!whole) {
    const edges = yield* plan.edges(ahead)
    const passed = behind && planBehind ? (yield* planBehind.edges(behind)).length > 0 : false
    return pageOf(edges, size, backward, passed)
  }
  const earlier = behind && planBehind?.whole ? [planBehind.whole.any(behind)] : []
  if (composer || backward) {
    const [rows = [], before = []] = yield [whole.rows(ahead, composer?.read), ...earlier]
    const edges = rows.map(row => composer?.compose(row) ?? (row[0] as string))
    return pageOf(edges, size, backward, before.length > 0)
  }
  const [[found] = [], before = []] = yield [whole.joined(ahead), ...earlier]
  const [count, edges] = found as [bigint, string | null]
  const more = count > size
  return pageText(more ? withoutLast(edges ?? '') : (edges ?? ''), more, before.length > 0)
}

function pageOf(edges: string[], size: number, backward: boolean, passed: boolean): string {
  const more = edges.length > size
  if (more) edges.pop()
  return backward ? pageText(edges.reverse().join(), passed, more) : pageText(edges.join(), more, passed)
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

const CURSOR = '"cursor":"'
/** The length of the end of an edge, which is its cursor. */
const END = CURSOR_LENGTH + '"}'.length

/** Returns joined edges without the last one. No node has a field of the name, and text in strings is escaped. */
function withoutLast(edges: string): string {
  const before = edges.lastIndexOf(CURSOR, edges.length - END - CURSOR.length - 1)
  return before < 0 ? '' : edges.slice(0, before + CURSOR.length + END)
}

/** @param edges joined by commas */
function pageText(edges: string, hasNextPage: boolean, hasPreviousPage: boolean): string {
  const cursorAt = (at: number) => (edges === '' ? '' : edges.slice(at, at + CURSOR_LENGTH))
  const start = cursorAt(edges.indexOf(CURSOR) + CURSOR.length)
  const end = cursorAt(edges.length - END)
  const flags = `"hasNextPage":${hasNextPage},"hasPreviousPage":${hasPreviousPage}`
  return `{"edges":[${edges}],"pageInfo":{${flags},"startCursor":"${start}","endCursor":"${end}"}}`
}
