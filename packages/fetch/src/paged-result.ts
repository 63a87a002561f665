import {
  type CallOptions,
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

const after = 'pagination.after'
const before = 'pagination.before'

/**
 * A call that awaits to its first page and iterates over all of them.
 *
 * Nothing is requested before it is awaited or iterated, so a result that is dropped cannot reject unhandled, and the
 * first page is requested once however often it is used. A later page repeats the caller's parameters with the
 * cursor of the page before, and only that one: some networks silently ignore one of two cursors and loop.
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

  async function* pages(): AsyncGenerator<Paged, void, undefined> {
    const seen = new Set([params[onward]])
    for (let page = first(); ; ) {
      const response = await page
      const { startCursor, endCursor, hasPreviousPage, hasNextPage } = (response[field] as Page).pageInfo
      const cursor = backwards ? startCursor : endCursor
      const more = backwards ? hasPreviousPage : hasNextPage
      // A page that ends where an earlier one did repeats its records, so it is not given to the reader.
      if (more && seen.has(cursor)) throw new StalledCursorError(operationId, cursor)
      yield response
      if (!more) return
      if (!cursor?.trim()) throw new StalledCursorError(operationId, cursor)
      seen.add(cursor)
      page = request({ ...params, [opposite]: undefined, [onward]: cursor })
    }
  }

  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const { [field]: page } of pages()) {
      const { edges } = page as Page
      for (const { node } of backwards ? [...edges].reverse() : edges) {
        options.signal?.throwIfAborted()
        yield node
      }
    }
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: being awaited is what the result is for
    then: (fulfilled, rejected) => first().then(fulfilled, rejected),
    catch: rejected => first().catch(rejected),
    finally: settled => first().finally(settled),
    pages,
    [Symbol.asyncIterator]: items,
    [Symbol.toStringTag]: 'PagedResult',
  }
}
