import type { Params } from './url.ts'

/** The parameters of a walk in one direction, and the fields of `pageInfo` that it reads. */
export interface Direction {
  readonly size: 'pagination.first' | 'pagination.last'
  readonly cursor: 'pagination.after' | 'pagination.before'
  readonly nextCursor: 'endCursor' | 'startCursor'
  readonly hasMore: 'hasNextPage' | 'hasPreviousPage'
}

export const forwards: Direction = {
  size: 'pagination.first',
  cursor: 'pagination.after',
  nextCursor: 'endCursor',
  hasMore: 'hasNextPage',
}

export const backwards: Direction = {
  size: 'pagination.last',
  cursor: 'pagination.before',
  nextCursor: 'startCursor',
  hasMore: 'hasPreviousPage',
}

/** The direction of a request. */
export const directionOf = (params: Params): Direction =>
  (params[backwards.size] ?? params[backwards.cursor]) === undefined ? forwards : backwards
