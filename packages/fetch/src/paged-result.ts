import { type CallOptions, type OperationId, type PagedResult, type PageInfo, routes } from '@trading-network/types'
import type { Params, Send } from './send.ts'

/** The response of any operation that pages. */
type Paged = Record<string, { edges: { node: unknown }[]; pageInfo: PageInfo }>

const forwards = ['pagination.after', 'pagination.before', 'endCursor', 'hasNextPage'] as const
const backwards = ['pagination.before', 'pagination.after', 'startCursor', 'hasPreviousPage'] as const

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
  const isBackwards = (params['pagination.last'] ?? params['pagination.before']) !== undefined
  const [onward, opposite, cursorField, moreField] = isBackwards ? backwards : forwards

  const request = (pageParams: Params) => send(operationId, pageParams, options) as Promise<Paged>
  const pageOf = (response: Paged) => response[routes[operationId].page as string] as Paged[string]
  let firstPage: Promise<Paged> | undefined
  const first = () => {
    firstPage ??= request(params)
    return firstPage
  }

  async function* pages(): AsyncGenerator<Paged, void, undefined> {
    const seen = new Set([params[onward]])
    let response = await first()
    for (;;) {
      const { [cursorField]: cursor, [moreField]: more } = pageOf(response).pageInfo
      // Before the page is handed out: one that ends where an earlier one did repeats its records.
      if (more && (!cursor?.trim() || seen.has(cursor))) {
        throw new Error(`${operationId} has more pages, but its cursor "${cursor}" does not advance`)
      }
      yield response
      if (!more) return
      seen.add(cursor)
      response = await request({ ...params, [opposite]: undefined, [onward]: cursor })
    }
  }

  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const response of pages()) {
      const { edges } = pageOf(response)
      for (const { node } of isBackwards ? [...edges].reverse() : edges) {
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
