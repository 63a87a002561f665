import { recordField } from '../contract/operations.ts'
import { isObject, type Json, type JsonObject, textAt, valueAt } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'

export interface Edge {
  readonly cursor: string
  readonly node: Json
}

/** A page of a list, as received. */
export interface Page {
  readonly edges: readonly Edge[]
  readonly startCursor: string
  readonly endCursor: string
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
}

/** The records of a walk in the order of the list, and whether it reached the end. */
export interface Walked {
  readonly edges: readonly Edge[]
  readonly complete: boolean
  /** Reason why the walk stopped early. */
  readonly broken?: string
  readonly exchanges: readonly Exchange[]
}

/** The page of a 200 response; undefined when it has none, which the schema check reports. */
export function pageOf({ request, status, body }: Exchange): Page | undefined {
  const { page } = request.operation
  const found = page === undefined || status !== 200 ? undefined : valueAt(body, page)
  if (!isObject(found) || !Array.isArray(found.edges)) return undefined
  return {
    edges: (found.edges as readonly Json[]).map(edge => ({
      cursor: textAt(edge, 'cursor') ?? '',
      node: valueAt(edge, 'node') ?? null,
    })),
    startCursor: textAt(found, 'pageInfo.startCursor') ?? '',
    endCursor: textAt(found, 'pageInfo.endCursor') ?? '',
    hasNextPage: valueAt(found, 'pageInfo.hasNextPage') === true,
    hasPreviousPage: valueAt(found, 'pageInfo.hasPreviousPage') === true,
  }
}

/** The edges of the page of a response; none without a page. */
export function edgesOf(exchange: Exchange): readonly Edge[] {
  return pageOf(exchange)?.edges ?? []
}

/** The records of a response, at most one without pages. */
export function recordsOf(exchange: Exchange): Json[] {
  const { operation } = exchange.request
  if (operation.page !== undefined) return edgesOf(exchange).map(({ node }) => node)
  const record = valueAt(exchange.body, recordField(operation))
  return exchange.status === 200 && record !== undefined ? [record] : []
}

export function orderIn({ body }: Exchange): JsonObject {
  const order = valueAt(body, 'order')
  return isObject(order) ? order : {}
}

export function versionIn(order: JsonObject): bigint {
  return BigInt(textAt(order, 'version') ?? '1')
}
