import { routes } from '@trading-network/types'
import type { Source } from '../call.ts'
import { backwards, directionOf } from '../directions.ts'
import type { Page } from '../paged-call.ts'
import type { Params } from '../url.ts'

/** A state of a list that the service has confirmed. */
export interface Snapshot {
  /** Counts the responses of a feed. */
  readonly number: number
  /** Counts the resets of the network before it. */
  readonly history: number
  /** `undefined` while an order is missing. */
  readonly data: object | undefined
  /** The records by their cursors: a cursor never changes while its record exists. An order has one record. */
  readonly records: ReadonlyMap<string, unknown>
  /** The records in the order of the list. */
  readonly list: readonly unknown[]
  /** Whether the list has more records than these. */
  readonly hasMore: boolean
  readonly blockHeight: string | undefined
  /** Whether the changes since the snapshot before it may be the sum of several. */
  readonly merged: boolean
}

/** A difference between two states of a list. */
export interface Change {
  readonly type: 'added' | 'entered' | 'changed' | 'removed' | 'left'
  readonly record: unknown
  readonly previous: unknown
}

/** The records of a response, none without data. Unchanged records are the objects of `known`. */
export const recordsOf = (
  { operationId, params }: Source,
  data: object | undefined,
  known: Snapshot | undefined,
): Pick<Snapshot, 'records' | 'list' | 'hasMore'> => {
  const { page, record = page } = routes[operationId]
  const part = (data as Record<string, unknown> | undefined)?.[record!]
  const [, , , more] = directionOf(params)
  const { edges, pageInfo }: Partial<Page> = page ? (part as Page) : { edges: [{ cursor: '', node: part }] }
  const records = new Map<string, unknown>()
  for (const { cursor, node } of edges ?? []) {
    if (!node) continue
    const previous = known?.records.get(cursor)
    records.set(cursor, isEqual(previous, node) ? previous : node)
  }
  return { records, list: [...records.values()], hasMore: !!pageInfo?.[more] }
}

const isEqual = (one: unknown, other: unknown) =>
  one === other || (!!one && JSON.stringify(one) === JSON.stringify(other))

/**
 * The cursors of `records` from the open end of the window up to the first that `others` has, too. Nobody knows whether
 * these records have moved over the end, or are new or gone.
 */
const atOpenEnd = (records: Snapshot['records'], others: Snapshot['records'], params: Params) => {
  const cursors = [...records.keys()]
  if (directionOf(params) !== backwards) cursors.reverse()
  const first = cursors.findIndex(cursor => others.has(cursor))
  return new Set(first < 0 ? cursors : cursors.slice(0, first))
}

const none: ReadonlySet<string> = new Set()

/** The changes from one state to the next: first the records that went, then the others in the order of the list. */
export const changesOf = (before: Snapshot, after: Snapshot, params: Params): Change[] => {
  const [known, next] = [before.records, after.records]
  const left = after.hasMore ? atOpenEnd(known, next, params) : none
  const entered = before.hasMore ? atOpenEnd(next, known, params) : none
  const changes: Change[] = []
  for (const [cursor, previous] of known)
    if (!next.has(cursor))
      changes.push({ type: left.has(cursor) ? 'left' : 'removed', record: undefined, previous })
  for (const [cursor, record] of next) {
    const previous = known.get(cursor)
    if (!previous) changes.push({ type: entered.has(cursor) ? 'entered' : 'added', record, previous })
    else if (!isEqual(previous, record)) changes.push({ type: 'changed', record, previous })
  }
  return changes
}
