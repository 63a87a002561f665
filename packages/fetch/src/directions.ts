import type { Params } from './url.ts'

/** Names for a walk forwards: page size, cursor parameter, and the fields of `pageInfo` with the cursor and its end. */
export const forwards = ['pagination.first', 'pagination.after', 'endCursor', 'hasNextPage'] as const

/** The same for a walk backwards. */
export const backwards = ['pagination.last', 'pagination.before', 'startCursor', 'hasPreviousPage'] as const

/** The names for the direction of a request. */
export const directionOf = (params: Params) =>
  (params[backwards[0]] ?? params[backwards[1]]) === undefined ? forwards : backwards
