import {
  type CallOptions,
  type Collected,
  type OperationId,
  type PagedResult,
  type PageInfo,
  routes,
} from '@trading-network/types'
import type { Params, Send } from './send.ts'
import { StalledCursorError } from './stalled-cursor-error.ts'

/** A page of any list. */
interface Page {
  readonly edges: readonly { readonly node: unknown }[]
  readonly pageInfo: PageInfo
}

/** The response of any operation that pages: a page under some name. */
type Paged = Readonly<Record<string, Page>>

const nodeOf = ({ node }: Page['edges'][number]) => node

const after = 'pagination.after'
const before = 'pagination.before'

/**
 * The result of a list call: await it for the first page, or iterate over all pages.
 *
 * It sends no request until it is awaited or iterated, so an unused result cannot cause an unhandled rejection. The
 * first page is requested only once. A later page repeats the caller's parameters with the cursor of the previous page.
 * It sends only that cursor: some networks silently ignore one of two cursors and loop.
 */
export const pagedResult = (
  send: Send,
  operationId: OperationId,
  params: Params,
  options: CallOptions,
): PagedResult<object, unknown> => {
  const field = routes[operationId].page as string
  const backwards = (params['pagination.last'] ?? params[before]) !== undefined
  const [onward, opposite] = backwards ? [before, after] : [after, before]
  const request = (pageParams: Params) => send(operationId, pageParams, options) as Promise<Paged>
  let firstPage: Promise<Paged> | undefined
  const first = () => {
    firstPage ??= request(params)
    return firstPage
  }

  /** A page in the direction of the walk. */
  const read = (response: Paged) => {
    const { edges, pageInfo } = response[field] as Page
    const { startCursor, endCursor, hasPreviousPage, hasNextPage } = pageInfo
    return backwards
      ? { records: edges.map(nodeOf).reverse(), cursor: startCursor, more: hasPreviousPage }
      : { records: edges.map(nodeOf), cursor: endCursor, more: hasNextPage }
  }

  async function* pages(): AsyncGenerator<Paged, void, undefined> {
    const seen = new Set([params[onward]])
    for (let page = first(); ; ) {
      const response = await page
      const { cursor, more } = read(response)
      // A page with the same end as an earlier one repeats its records, so it is not returned.
      if (more && seen.has(cursor)) throw new StalledCursorError(operationId, cursor)
      yield response
      if (!more) return
      if (!cursor?.trim()) throw new StalledCursorError(operationId, cursor)
      seen.add(cursor)
      page = request({ ...params, [opposite]: undefined, [onward]: cursor })
    }
  }

  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const response of pages()) {
      for (const record of read(response).records) {
        options.signal?.throwIfAborted()
        yield record
      }
    }
  }

  const collect = async ({ limit = Infinity } = {}): Promise<Collected<unknown>> => {
    const gathered: unknown[] = []
    for await (const response of pages()) {
      const { records, more } = read(response)
      gathered.push(...records)
      if (gathered.length >= limit) {
        return { items: gathered.slice(0, limit), truncated: more || gathered.length > limit }
      }
    }
    return { items: gathered, truncated: false }
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: callers await the result
    then: (fulfilled, rejected) => first().then(fulfilled, rejected),
    catch: rejected => first().catch(rejected),
    finally: settled => first().finally(settled),
    pages,
    collect,
    [Symbol.asyncIterator]: items,
    [Symbol.toStringTag]: 'PagedResult',
  }
}
