import type { Query } from '../parameters/read.ts'
import { withDelays } from '../store/reading/delays.ts'
import { planOf } from '../store/reading/plan.ts'
import { type Reading, type SqlValue, together } from '../store/reading/reading.ts'
import {
  type Order,
  onward,
  opposite,
  type Range,
  type Selection,
  within,
} from '../store/reading/selection.ts'
import type { EdgeExpression, Edges } from '../store/reading/walk.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { CURSOR_LENGTH } from '../store/tables/cursor.ts'
import type { ListedTable } from '../store/tables/table.ts'
import type { Answering } from './operation.ts'
import { readPageRequest } from './paging.ts'

/** The conditions of a list request; an absent one filters nothing. */
export interface Filters {
  /** Column to its accepted values. */
  readonly anyOf?: Readonly<Record<string, readonly string[] | undefined>>
  /** Integer column to the accepted range. */
  readonly ranges?: Readonly<Record<string, Range | undefined>>
  /** Range of the sort key's time, or epoch. */
  readonly at?: Range | undefined
  readonly composer?: Composer
}

/** Edges that are not stored ready-made. An index must have all filters. */
export interface Composer {
  readonly edge: EdgeExpression
  /** The input of its expression. */
  readonly inputs: readonly SqlValue[]
  /** @param edges joined by commas, as the expression writes them */
  compose(edges: string): string
}

/**
 * Returns the operation of a list whose filters are the parameters of the request.
 *
 * @param field the field of the response with the page
 */
export function listOf(
  list: ListedTable,
  field: string,
  filtersOf: (query: Query, head: Checkpoint) => Filters,
): Answering {
  return {
    list,
    *read(query, head) {
      return `{"${field}":${yield* readPage(list, query, head, filtersOf(query, head))}}`
    },
  }
}

/** Reads one page of a list and writes it as the contract's container of `edges` and `pageInfo`. */
export function* readPage(
  table: ListedTable,
  query: Query,
  head: Checkpoint,
  filters: Filters,
): Reading<string> {
  const { composer } = filters
  const { from, size, backward, newestFirst } = readPageRequest(query, table.tag)
  const selected = selectionOf(table, filters, head)
  if ([...selected.anyOf.values()].some(({ length }) => length === 0)) return pageText('', false, false)
  const list = yield* withDelays(selected, head)
  const order: Order = newestFirst !== backward ? 'DESC' : 'ASC'
  const selection = from ? onward(list, from, order) : list
  // One extra row tells whether there are more.
  const ahead = { selection, limit: size + 1, inputs: composer?.inputs }
  const readings = [planOf(selection, order, composer?.edge).edges(ahead)]
  if (from) {
    const selection = onward(list, from, opposite(order), true)
    readings.push(planOf(selection, opposite(order), composer?.edge).edges({ ...ahead, selection, limit: 1 }))
  }
  const [{ text, count } = NONE, { count: passed } = NONE] = yield* together(readings)
  const hasMore = count > size
  const found = hasMore ? withoutLast(text) : text
  const composed = composer ? composer.compose(found) : found
  const edges = backward ? reversed(composed) : composed
  return backward ? pageText(edges, passed > 0, hasMore) : pageText(edges, hasMore, passed > 0)
}

const NONE: Edges = { text: '', count: 0 }

function selectionOf(
  table: ListedTable,
  { anyOf = {}, ranges = {}, at = {} }: Filters,
  { since }: Checkpoint,
): Selection {
  const visible = present(ranges)
  // The limit of the history hides rows that are not removed yet.
  if (table.retention && since > 0n) visible.set(table.retention.ended, { start: since })
  return within({ table, anyOf: present(anyOf), ranges: visible }, at)
}

function present<Condition>(conditions: Readonly<Record<string, Condition | undefined>>) {
  const all = new Map<string, Condition>()
  for (const column in conditions) {
    const condition = conditions[column]
    if (condition !== undefined) all.set(column, condition)
  }
  return all
}

const CURSOR = '"cursor":"'
/** The length of the end of an edge, which is its cursor. */
const END = CURSOR_LENGTH + '"}'.length

/** Returns joined edges without the last one. No node has a field of the name, and text in strings is escaped. */
function withoutLast(edges: string): string {
  const before = edges.lastIndexOf(CURSOR, edges.length - END - CURSOR.length - 1)
  return edges.slice(0, before + CURSOR.length + END)
}

/** Returns joined edges in the opposite order. */
function reversed(edges: string): string {
  const each: string[] = []
  for (let start = 0; start < edges.length; ) {
    const end = edges.indexOf(CURSOR, start) + CURSOR.length + END
    each.push(edges.slice(start, end))
    start = end + 1
  }
  return each.reverse().join()
}

/** @param edges joined by commas */
function pageText(edges: string, hasNextPage: boolean, hasPreviousPage: boolean): string {
  const cursorAt = (at: number) => edges.slice(at, at + CURSOR_LENGTH)
  const start = cursorAt(edges === '' ? 0 : edges.indexOf(CURSOR) + CURSOR.length)
  const end = cursorAt(Math.max(0, edges.length - END))
  const flags = `"hasNextPage":${hasNextPage},"hasPreviousPage":${hasPreviousPage}`
  return `{"edges":[${edges}],"pageInfo":{${flags},"startCursor":"${start}","endCursor":"${end}"}}`
}
