import type { Query } from '../parameters/read.ts'
import { badRequest, quoted } from '../responses/problem.ts'
import { decodeCursor, type Place } from '../store/tables/cursor.ts'

const DEFAULT_PAGE_SIZE = 1000

export interface PageRequest {
  readonly size: number
  /** True if the page is counted from its end: the `last` records before a cursor. */
  readonly backward: boolean
  readonly newestFirst: boolean
  /** The page starts after this row, or ends before it. */
  readonly from?: Place
}

const FORWARDS = ['pagination.first', 'pagination.after']
const BACKWARDS = ['pagination.last', 'pagination.before']

/** Reads the paging parameters. Refuses contradictory ones, since ignoring one would make clients loop. */
export function readPageRequest(query: Query, tag: number): PageRequest {
  const [one, other] = [FORWARDS, BACKWARDS].map(names => names.find(name => query[name] !== undefined))
  if (one && other) {
    const advice = 'page forwards with first and after, or backwards with last and before'
    throw badRequest([
      { field: one, description: `cannot be used together with ${other}; ${advice}` },
      { field: other, description: `cannot be used together with ${one}` },
    ])
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
