import type { Source } from '../call.ts'
import { directionOf } from '../directions.ts'
import { type Content, changesOf } from './changes.ts'

/** A state of a list or an order. */
export interface State extends Content {
  /** The whole response; `undefined` while an order is missing. */
  readonly data: object | undefined
  readonly blockHeight: string | undefined
}

/** An event; without a state, before the first one. */
export const eventOf = (
  { data, records = [], blockHeight, hasMore = false }: Partial<State> = {},
  parts: object,
): object => ({
  data,
  records,
  blockHeight,
  hasMore,
  merged: false,
  last: true,
  reset: false,
  ...parts,
})

/**
 * The events of a new state, after the one of a status.
 *
 * @throws RangeError for a list of more than a page without a window, at the start.
 */
export const eventsOfState = (
  { state: before, asOf }: { readonly state?: State | undefined; readonly asOf?: Date },
  after: State,
  merged: boolean,
  { operationId, params }: Source,
): object[] => {
  const { hasMore } = after
  const { size } = directionOf(params)
  if (!asOf && hasMore && params[size] === undefined)
    throw new RangeError(`${operationId} needs a filter or ${size}`)
  const changes = before ? changesOf(before, after, params) : []
  // A list that outgrows its page is told in any case.
  if (!before || (changes.length === 0 && before.hasMore !== hasMore))
    return [eventOf(after, { type: 'state', reset: !before && !!asOf })]
  return changes.map((change, index) =>
    eventOf(after, { ...change, merged, last: index === changes.length - 1 }),
  )
}
