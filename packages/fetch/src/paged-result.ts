import {
  type CallOptions,
  type Collected,
  type OperationId,
  type PagedResult,
  type PageInfo,
  routes,
} from '@trading-network/types'
import type { Answer } from './answer.ts'
import { answered, callOf } from './call.ts'
import type { Params, Send } from './send.ts'
import { StalledCursorError } from './stalled-cursor-error.ts'
import { within } from './within.ts'

/** A page of any list. */
interface Page {
  readonly edges: readonly { readonly node: unknown }[]
  readonly pageInfo: PageInfo
}

/** A page in the direction of the walk. */
interface Step {
  readonly answer: Answer
  readonly records: readonly unknown[]
  readonly cursor: string
  readonly more: boolean
}

/**
 * The result of a list call: await it for the first page, or iterate over all pages.
 *
 * It sends no request until it is awaited or iterated, so an unused result cannot cause an unhandled rejection. A first
 * page that is there is not requested again. A later page repeats the caller's parameters with the cursor of the
 * previous page. It sends only that cursor: some networks silently ignore one of two cursors and loop.
 */
export const pagedResult = (
  send: Send,
  operationId: OperationId,
  params: Params,
  options: CallOptions,
): PagedResult<object, unknown> => {
  const forwards = ['pagination.first', 'pagination.after', 'endCursor', 'hasNextPage'] as const
  const backwards = ['pagination.last', 'pagination.before', 'startCursor', 'hasPreviousPage'] as const
  const back = (params[backwards[0]] ?? params[backwards[1]]) !== undefined
  const [size, onward, cursorName, moreName] = back ? backwards : forwards
  const heights = new Set<string | null>()
  let firstPage: Promise<Answer> | undefined

  const request = async (params: Params, signal = options.signal) => {
    const answer = await send(operationId, params, { ...options, signal })
    heights.add(answer.response.headers.get('x-block-height'))
    return answer
  }
  const first = () => (firstPage ??= request(params))

  const read = (answer: Answer): Step => {
    // The caller has sent `If-None-Match`, and a 304 has no records.
    if (!answer.data) throw new TypeError(`${operationId} answered 304`)
    const { edges, pageInfo } = (answer.data as Record<string, Page>)[
      routes[operationId].page as string
    ] as Page
    const records = edges.map(({ node }) => node)
    if (back) records.reverse()
    return { answer, records, cursor: pageInfo[cursorName], more: pageInfo[moreName] }
  }

  /** Walks over all pages, and gives some values of each. */
  const walk = <T>(valuesOf: (step: Step) => readonly T[], start = params): AsyncIterable<T> => ({
    [Symbol.asyncIterator]() {
      let stop = () => {}
      const get = (params: Params) =>
        within(options.signal, (signal, end) => {
          stop = end
          return request(params, signal)
        })
      const values = async function* (): AsyncGenerator<T, void, undefined> {
        const seen = new Set([params[onward]])
        for (let page = firstPage ?? get(start); ; ) {
          const answer = await page
          // `return()` has stopped the request.
          if (!answer) return
          if (start === params) firstPage ??= page
          const step = read(answer)
          const { cursor, more } = step
          // A page with the same end as an earlier one repeats its records, so it is not returned.
          if (more && seen.has(cursor)) throw new StalledCursorError(operationId, cursor)
          for (const value of valuesOf(step)) {
            options.signal?.throwIfAborted()
            yield value
          }
          if (!more) return
          if (!cursor.trim()) throw new StalledCursorError(operationId, cursor)
          seen.add(cursor)
          page = get({ ...start, [forwards[1]]: undefined, [backwards[1]]: undefined, [onward]: cursor })
        }
      }
      const iterator = values()
      const leave = iterator.return.bind(iterator)
      return Object.assign(iterator, { return: () => leave(stop()) })
    },
  })

  const collect = async ({ limit = Infinity } = {}): Promise<Collected<unknown>> => {
    if (!(limit >= 0)) throw new TypeError(`limit must not be ${limit}`)
    // Without a size, a page has 1000 records.
    const start = limit < 1000 ? { ...params, [size]: params[size] ?? (Math.ceil(limit) || 1) } : params
    const items: unknown[] = []
    for await (const { records, more } of walk(step => [step], start)) {
      // A spread into push() would overflow the stack for a very large page.
      for (const record of records) items.push(record)
      if (items.length >= limit) {
        const truncated = more || items.length > limit
        return { items: items.slice(0, limit), truncated }
      }
    }
    return { items, truncated: false }
  }

  return {
    __proto__: callOf(first),
    pages: () => ({
      ...walk(({ answer }) => [answer.data]),
      withResponse: () => walk(({ answer }) => [answered(answer)]),
    }),
    collect,
    ...walk(({ records }) => records),
    get sameBlock() {
      return heights.size && !heights.has(null) ? heights.size === 1 : undefined
    },
  } as unknown as PagedResult<object, unknown>
}
