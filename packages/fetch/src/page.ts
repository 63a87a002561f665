import type { PageInfo } from '@trading-network/types'
import type { Params } from './url.ts'

export interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: unknown }[]
  readonly pageInfo: PageInfo
}

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
