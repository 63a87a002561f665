import { routes } from '@trading-network/types'
import type { Source } from './call.ts'
import { directionOf } from './directions.ts'
import type { Page } from './paged-call.ts'

/** A difference between two states of a list, or its first state. */
export interface Change {
  readonly type: 'state' | 'added' | 'changed' | 'removed'
  readonly record: unknown
  readonly previous: unknown
}

/**
 * The records of a response by their cursors: a cursor never changes while its record exists. An order has one record.
 *
 * @throws RangeError if the list has more than this page.
 */
export const recordsOf = ({ operationId, params }: Source, data: object): Map<string, unknown> => {
  const { page, record = page } = routes[operationId]
  const part = (data as Record<string, unknown>)[record!]
  if (!page) return new Map([['', part]])
  const [size, , , more] = directionOf(params)
  const { edges, pageInfo } = part as Page
  if (pageInfo[more])
    throw new RangeError(
      `watch follows one page, and ${operationId} has more: use a narrower filter or a higher ${size}`,
    )
  return new Map(edges.map(({ cursor, node }) => [cursor, node]))
}

/**
 * The changes from one state to the next: first the removed records, then the others in the order of the list.
 *
 * @param next gets the objects of unchanged records from `known`, so that a user interface need not draw them again.
 */
export const changesOf = (known: ReadonlyMap<string, unknown>, next: Map<string, unknown>): Change[] => {
  const changes: Change[] = []
  for (const [key, previous] of known)
    if (!next.has(key)) changes.push({ type: 'removed', record: undefined, previous })
  for (const [key, record] of next) {
    const previous = known.get(key)
    if (!previous) changes.push({ type: 'added', record, previous })
    else if (JSON.stringify(previous) === JSON.stringify(record)) next.set(key, previous)
    else changes.push({ type: 'changed', record, previous })
  }
  return changes
}
