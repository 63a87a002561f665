import type { Query } from '../parameters/read.ts'
import { badRequest, quoted } from '../responses/problem.ts'
import type { Bounds, Order } from '../store/reading/selection.ts'
import { comparePlaces, decodeCursor, type Place } from '../store/tables/cursor.ts'

/** Records on a page when the request does not say. */
const DEFAULT_PAGE_SIZE = 1000

/** What a request asks of a list: how many records, from where, in which direction. */
export interface PageRequest {
  readonly size: number
  /** Whether the page is counted from its end: the `last` records before a cursor. */
  readonly backward: boolean
  /** The order of the records in the answer. */
  readonly newestFirst: boolean
  /** The row that the page starts after or ends before. */
  readonly from?: Place
}

const CONFLICTS = [
  ['pagination.first', 'pagination.last'],
  ['pagination.after', 'pagination.before'],
  ['pagination.first', 'pagination.before'],
  ['pagination.last', 'pagination.after'],
] as const

/** Reads the paging parameters; a pair that contradicts itself is refused, since ignoring one makes clients loop. */
export function readPageRequest(query: Query, tag: number): PageRequest {
  for (const [one, other] of CONFLICTS) {
    if (query[one] !== undefined && query[other] !== undefined) {
      const advice = 'page forwards with first and after, or backwards with last and before'
      throw badRequest([
        { field: one, description: `cannot be used together with ${other}; ${advice}` },
        { field: other, description: `cannot be used together with ${one}` },
      ])
    }
  }
  const first = query['pagination.first'] as number | undefined
  const last = query['pagination.last'] as number | undefined
  const after = cursor('pagination.after', query, tag)
  const before = cursor('pagination.before', query, tag)
  const from = after ?? before
  return {
    size: first ?? last ?? DEFAULT_PAGE_SIZE,
    backward: last !== undefined || before !== undefined,
    newestFirst: query['pagination.newestFirst'] !== false,
    ...(from && { from }),
  }
}

function cursor(field: string, query: Query, tag: number): Place | undefined {
  const text = query[field] as string | undefined
  if (text === undefined) return undefined
  const place = decodeCursor(tag, text)
  if (place) return place
  const description = `is not a cursor of this list, got ${quoted(text)}; use an edge's cursor, startCursor or endCursor`
  throw badRequest([{ field, description }])
}

/** The part of a stretch that a scan in this order reaches beyond a row; with the row itself if asked. */
export function onward(bounds: Bounds, place: Place, order: Order, inclusive = false): Bounds {
  const step = inclusive ? 1n : 0n
  if (order === 'ASC') {
    const after = { at: place.at, pos: place.pos - step }
    return !bounds.after || comparePlaces(bounds.after, after) < 0 ? { ...bounds, after } : bounds
  }
  const before = { at: place.at, pos: place.pos + step }
  return !bounds.before || comparePlaces(before, bounds.before) < 0 ? { ...bounds, before } : bounds
}
