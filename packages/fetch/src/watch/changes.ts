import { backwards, directionOf } from '../directions.ts'
import type { Page } from '../paged-call.ts'
import type { Params } from '../url.ts'

/** Records by their cursors: a cursor never changes while its record exists. */
type Records = ReadonlyMap<string, unknown>

/** The content of a response. */
export interface Content {
  readonly byCursor: Records
  /** The records in the order of the list. */
  readonly records: readonly unknown[]
  /** True if the list has more records than these. */
  readonly hasMore: boolean
}

/** A difference between two states of a list. */
export interface Change {
  readonly type: 'added' | 'entered' | 'changed' | 'removed' | 'left'
  readonly record?: unknown
  readonly previous?: unknown
}

/** The content of a page, or of the one record of a response without pages. Unchanged records are the objects of `known`. */
export const contentOf = (part: object | undefined, params: Params, known?: Content): Content => {
  const { edges = part ? [{ cursor: '', node: part }] : [], pageInfo } = { ...(part as Partial<Page>) }
  const byCursor = new Map<string, unknown>()
  for (const { cursor, node } of edges) {
    const previous = known?.byCursor.get(cursor)
    byCursor.set(cursor, JSON.stringify(previous) === JSON.stringify(node) ? previous : node)
  }
  return { byCursor, records: [...byCursor.values()], hasMore: !!pageInfo?.[directionOf(params).hasMore] }
}

/**
 * The cursors of `records` from the open end of the window up to the first that `others` has, too. Nobody knows whether
 * these records have moved over the end, or are new or gone.
 */
const atOpenEnd = (records: Records, others: Records, params: Params) => {
  const cursors = [...records.keys()]
  if (directionOf(params) !== backwards) cursors.reverse()
  const first = cursors.findIndex(cursor => others.has(cursor))
  return new Set(first < 0 ? cursors : cursors.slice(0, first))
}

/** The changes from one state to the next: first the records that went, then the others in the order of the list. */
export const changesOf = (before: Content, after: Content, params: Params): Change[] => {
  const [known, next] = [before.byCursor, after.byCursor]
  const left = after.hasMore ? atOpenEnd(known, next, params) : undefined
  const entered = before.hasMore ? atOpenEnd(next, known, params) : undefined
  const changes: Change[] = []
  for (const [cursor, previous] of known)
    if (!next.has(cursor)) changes.push({ type: left?.has(cursor) ? 'left' : 'removed', previous })
  for (const [cursor, record] of next) {
    const previous = known.get(cursor)
    if (!previous) changes.push({ type: entered?.has(cursor) ? 'entered' : 'added', record })
    else if (previous !== record) changes.push({ type: 'changed', record, previous })
  }
  return changes
}
