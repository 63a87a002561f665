import type { Operation } from '../contract/operations.ts'
import type { Exchange, Params } from '../service/exchange.ts'
import { type Edge, pageOf } from './page.ts'

/** Sends a request to the operation of the list, and records the problems of the response. */
export type Ask = (params: Params) => Promise<Exchange>

/** A walk through the pages of a list. */
export interface Walk {
  readonly params: Params
  readonly size: number
  /** From the end of the list, with `last` and `before`. */
  readonly backward?: boolean
  /** Stop after so many records. */
  readonly most: number
}

/** The records of a walk in the order of the list, and whether it reached the end. */
export interface Walked {
  readonly edges: readonly Edge[]
  readonly complete: boolean
  /** Reason why the walk stopped early. */
  readonly broken?: string
}

/** Walks the pages of a list, one after another. */
export async function walk(
  ask: Ask,
  operation: Operation,
  { params, size, backward, most }: Walk,
): Promise<Walked> {
  const edges: Edge[] = []
  const seen = new Set<string>()
  const limit = backward ? 'pagination.last' : 'pagination.first'
  const place = backward ? 'pagination.before' : 'pagination.after'
  let cursor: string | undefined
  for (;;) {
    const request = { ...params, [limit]: String(size), ...(cursor !== undefined && { [place]: cursor }) }
    const exchange = await ask(request)
    const page = pageOf(operation, exchange)
    if (!page)
      return { edges, complete: false, broken: `${exchange.target} got ${exchange.status} and no page` }
    if (backward) edges.unshift(...page.edges)
    else edges.push(...page.edges)
    if (!(backward ? page.hasPreviousPage : page.hasNextPage)) return { edges, complete: true }
    if (edges.length >= most) return { edges, complete: false }
    cursor = backward ? page.startCursor : page.endCursor
    if (page.edges.length === 0 || seen.has(cursor)) {
      return {
        edges,
        complete: false,
        broken: `${exchange.target} says there is more, but leads nowhere new`,
      }
    }
    seen.add(cursor)
  }
}
