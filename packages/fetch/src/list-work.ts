import { type PageInfo, routes } from '@trading-network/types'
import type { Answer } from './answer.ts'
import type { Source } from './call.ts'
import { backwards, directionOf, forwards } from './directions.ts'
import { settingsWith } from './options.ts'
import type { ListWork, ValuesOf } from './paged-call.ts'
import { refuse } from './refuse.ts'
import { StalledCursorError } from './stalled-cursor-error.ts'
import { within } from './time-limit.ts'
import type { Params } from './url.ts'

/** A page of any list. */
interface Page {
  readonly edges: readonly { readonly node: unknown }[]
  readonly pageInfo: PageInfo
}

/**
 * The work of a list call: its first page, and walks over all pages.
 *
 * A first page that is there is not requested again. A later page repeats the caller's parameters with the cursor of
 * the previous page. It sends only that cursor: some networks silently ignore one of two cursors and loop.
 */
export const listWork = ({ operationId, params, options, base, send }: Source): ListWork => {
  const direction = directionOf(params)
  const [size, onward, cursorName, moreName] = direction
  const heights = new Set<string | null>()
  let firstPage: Promise<Answer> | undefined

  const request = async (params: Params, signal?: AbortSignal) => {
    const answer = await send(base, operationId, params, signal ? { ...options, signal } : options)
    heights.add(answer.response.headers.get('x-block-height'))
    return answer
  }

  const walk = <T>(valuesOf: ValuesOf<T>, start = params, signal = options?.signal) => {
    let stop: (() => void) | undefined
    const get = (params: Params) =>
      within(signal, (signal, end) => {
        stop = end
        return request(params, signal)
      })
    const pages = async function* () {
      const seen = new Set([start[onward]])
      for (let page = firstPage ?? get(start); ; ) {
        const answer = await page
        // `return()` has stopped the request.
        if (!answer) return
        if (start === params) firstPage ??= page
        // The caller has sent `If-None-Match`, and a 304 has no records.
        if (!answer.data) throw new TypeError(`${operationId} answered 304`)
        const { edges, pageInfo } = (answer.data as Record<string, Page>)[routes[operationId].page!]!
        const cursor = pageInfo[cursorName]
        const more = pageInfo[moreName]
        const records = edges.map(({ node }) => node)
        if (direction === backwards) records.reverse()
        // A page with the same end as an earlier one repeats its records, so it is not returned.
        if (more && seen.has(cursor)) throw new StalledCursorError(operationId, cursor)
        for (const value of valuesOf(answer, records, more)) {
          signal?.throwIfAborted()
          yield value
        }
        if (!more) return
        if (!cursor.trim()) throw new StalledCursorError(operationId, cursor)
        seen.add(cursor)
        page = get({ ...start, [forwards[1]]: undefined, [backwards[1]]: undefined, [onward]: cursor })
      }
    }
    const iterator = pages()
    const leave = iterator.return.bind(iterator)
    return Object.assign(iterator, { return: () => leave(stop?.()) })
  }

  const sameBlock = () => (heights.size && !heights.has(null) ? heights.size === 1 : undefined)

  const collect: ListWork['collect'] = async ({ limit = Infinity } = {}) => {
    if (!(limit >= 0)) refuse('limit', limit)
    const { signal, deadline } = settingsWith(base, options ?? {})
    // Without a size, a page has 1000 records.
    const start = limit < 1000 ? { ...params, [size]: params[size] ?? (Math.ceil(limit) || 1) } : params
    const collecting = async (signal: AbortSignal) => {
      const items: unknown[] = []
      let truncated = false
      for await (const [records, more] of walk((_, ...page) => [page], start, signal)) {
        // A spread into push() would overflow the stack for a very large page.
        for (const record of records) items.push(record)
        truncated = items.length > limit || (more && items.length === limit)
        if (items.length >= limit) break
      }
      return { items: items.slice(0, limit), truncated, sameBlock: sameBlock() }
    }
    return within(signal, collecting, operationId, deadline)
  }

  return { first: () => (firstPage ??= request(params)), walk, collect, sameBlock }
}
