import type { Query } from '../parameters/read.ts'
import { type FieldViolation, quoted } from '../responses/problem.ts'
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

/** Names contradictory paging parameters, since ignoring one would make clients loop, and a cursor of another list. */
export function pagingViolations(query: Query, tag: number): readonly FieldViolation[] {
  const violations: FieldViolation[] = []
  // A malformed parameter is there, without a value.
  const [one, other] = [FORWARDS, BACKWARDS].map(names => names.find(name => Object.hasOwn(query, name)))
  if (one && other) {
    const advice = 'page forwards with first and after, or backwards with last and before'
    violations.push(
      { field: one, description: `cannot be used together with ${other}; ${advice}` },
      { field: other, description: `cannot be used together with ${one}` },
    )
  }
  for (const field of ['pagination.after', 'pagination.before']) {
    const text = query[field] as string | undefined
    if (text === undefined || decodeCursor(tag, text)) continue
    const description = `is not a cursor of this list, got ${quoted(text)}; use an edge's cursor, startCursor or endCursor`
    violations.push({ field, description })
  }
  return violations
}

/** Reads the paging parameters of a request without violations. */
export function readPageRequest(query: Query, tag: number): PageRequest {
  const first = query['pagination.first'] as number | undefined
  const last = query['pagination.last'] as number | undefined
  const before = query['pagination.before'] as string | undefined
  const cursor = before ?? (query['pagination.after'] as string | undefined)
  const from = cursor === undefined ? undefined : decodeCursor(tag, cursor)
  return {
    size: first ?? last ?? DEFAULT_PAGE_SIZE,
    backward: last !== undefined || before !== undefined,
    newestFirst: query['pagination.newestFirst'] !== false,
    ...(from && { from }),
  }
}
