import type { Params } from './url.ts'

/** The parameters of a walk in one direction, and the fields of `pageInfo` that it reads. */
export const forwards = {
  size: 'pagination.first',
  cursor: 'pagination.after',
  nextCursor: 'endCursor',
  hasMore: 'hasNextPage',
} as const

export const backwards = {
  size: 'pagination.last',
  cursor: 'pagination.before',
  nextCursor: 'startCursor',
  hasMore: 'hasPreviousPage',
} as const

/** The direction of a request. */
export const directionOf = (params: Params) =>
  (params[backwards.size] ?? params[backwards.cursor]) === undefined ? forwards : backwards
