import { routes } from '@trading-network/types'
import type { Source } from '../call.ts'
import { backwards, directionOf } from '../directions.ts'
import type { Page } from '../paged-call.ts'
import type { Params } from '../url.ts'

type Records = ReadonlyMap<string, unknown>

/** The content of a response. */
export interface Content {
  /** The records by their cursors: a cursor never changes while its record exists. */
  readonly records: Records
  /** The records in the order of the list. */
  readonly list: readonly unknown[]
  /** True if the list has more records than these. */
  readonly hasMore: boolean
}

/** A difference between two states of a list. */
export interface Change {
  readonly type: 'added' | 'entered' | 'changed' | 'removed' | 'left'
  readonly record: unknown
  readonly previous: unknown
}

/** The content of a response; no records without data. Unchanged records are the objects of `known`. */
export const contentOf = (
  { operationId, params }: Source,
  data: object | undefined,
  known: Content | undefined,
): Content => {
  const { page, record = page } = routes[operationId]
  const part = (data as Record<string, unknown> | undefined)?.[record!]
  const [, , , more] = directionOf(params)
  const { edges, pageInfo }: Partial<Page> = page ? (part as Page) : { edges: [{ cursor: '', node: part }] }
  const records = new Map<string, unknown>()
  for (const { cursor, node } of edges ?? []) {
    if (!node) continue
    const previous = known?.records.get(cursor)
    records.set(cursor, JSON.stringify(previous) === JSON.stringify(node) ? previous : node)
  }
  return { records, list: [...records.values()], hasMore: !!pageInfo?.[more] }
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
  const [known, next] = [before.records, after.records]
  const left = atOpenEnd(known, next, params)
  const entered = atOpenEnd(next, known, params)
  const changes: Change[] = []
  for (const [cursor, previous] of known)
    if (!next.has(cursor))
      changes.push({
        type: after.hasMore && left.has(cursor) ? 'left' : 'removed',
        record: undefined,
        previous,
      })
  for (const [cursor, record] of next) {
    const previous = known.get(cursor)
    if (!previous)
      changes.push({ type: before.hasMore && entered.has(cursor) ? 'entered' : 'added', record, previous })
    else if (previous !== record) changes.push({ type: 'changed', record, previous })
  }
  return changes
}
