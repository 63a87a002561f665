import type { Source } from '../call.ts'
import { backwards, directionOf, type Page } from '../page.ts'
import type { Params } from '../url.ts'

/** By their cursors: a cursor never changes while its record exists. */
type Records = ReadonlyMap<string, unknown>

/** A state of a list or an order. */
export interface State {
  /** The whole response; `undefined` while an order is missing. */
  readonly data: object | undefined
  readonly blockHeight: string | undefined
  readonly byCursor: Records
  readonly records: readonly unknown[]
  readonly hasMore: boolean
}

/** The records of a page, or of a response without pages. Unchanged records are the objects of `known`. */
export const recordsOf = (part: object | undefined, known: Records | undefined): Records => {
  const { edges = part ? [{ cursor: '', node: part }] : [] } = (part ?? {}) as Partial<Page>
  const records = new Map<string, unknown>()
  for (const { cursor, node } of edges) {
    const previous = known?.get(cursor)
    records.set(cursor, JSON.stringify(previous) === JSON.stringify(node) ? previous : node)
  }
  return records
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
const changesOf = (before: State, after: State, params: Params): object[] => {
  const [known, next] = [before.byCursor, after.byCursor]
  const left = after.hasMore ? atOpenEnd(known, next, params) : undefined
  const entered = before.hasMore ? atOpenEnd(next, known, params) : undefined
  const changes: object[] = []
  for (const [cursor, previous] of known)
    if (!next.has(cursor)) changes.push({ type: left?.has(cursor) ? 'left' : 'removed', previous })
  for (const [cursor, record] of next) {
    const previous = known.get(cursor)
    if (!previous) changes.push({ type: entered?.has(cursor) ? 'entered' : 'added', record })
    else if (previous !== record) changes.push({ type: 'changed', record, previous })
  }
  return changes
}

/** An event; without a state, before the first one. */
export const eventOf = (state: State | undefined, parts: object): object => {
  const { data, records = [], blockHeight, hasMore = false } = state ?? {}
  return { data, records, blockHeight, hasMore, merged: false, last: true, reset: false, ...parts }
}

/** The fields of a response beside its records, such as `currentStakeAvailable` of getStake. */
const besideRecords = ({ data }: State) =>
  JSON.stringify(data, (key, value) => (key === 'edges' || key === 'pageInfo' ? undefined : value))

/**
 * The events of a new state, after the one of a status.
 *
 * @throws RangeError for a list of more than a page without a window, at the start.
 */
export const eventsOfState = (
  { state: before, asOf }: { readonly state?: State | undefined; readonly asOf?: Date },
  after: State,
  merged: boolean,
  { operationId, query }: Source,
): object[] => {
  const { size } = directionOf(query)
  if (!asOf && after.hasMore && query[size] === undefined)
    throw new RangeError(`${operationId} needs a filter or ${size}`)
  const changes = before ? changesOf(before, after, query) : []
  const hasGrown = before?.hasMore !== after.hasMore
  // A list that outgrows its page is told in any case, and so is a change beside the records.
  if (!before || (changes.length === 0 && (hasGrown || besideRecords(before) !== besideRecords(after))))
    return [eventOf(after, { type: 'state', reset: !before && !!asOf })]
  return changes.map((change, index) =>
    eventOf(after, { ...change, merged, last: index === changes.length - 1 }),
  )
}
