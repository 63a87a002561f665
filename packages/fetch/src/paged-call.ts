import type { Collected, PagedResult, Pages } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { answered, LazyCall } from './call.ts'
import { backwards, directionOf, forwards, type Page } from './page.ts'
import { plainOptions } from './settings.ts'
import { StalledCursorError } from './stalled-cursor-error.ts'
import { throwIfAborted } from './time-limit.ts'
import { refuse } from './url.ts'

interface WalkedPage {
  readonly answer: Answer
  /** The records, in the order of the walk. */
  readonly records: readonly unknown[]
  readonly hasMore: boolean
}

/** The result of a list call: await it for the first page, or iterate over all pages. */
export class PagedCall extends LazyCall implements PagedResult<object, unknown> {
  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return this.#walk(({ records }) => records)
  }

  pages(): Pages<object> {
    const pages = <T>(part: (answer: Answer) => T) => ({
      [Symbol.asyncIterator]: () => this.#walk(({ answer }) => [part(answer)]),
    })
    return { ...pages(({ data }) => data as object), withResponse: () => pages(answered) }
  }

  async collect(given: { readonly limit?: number | undefined } = {}): Promise<Collected<unknown>> {
    const { limit = Infinity } = plainOptions(given)
    if (!(limit >= 0)) refuse('limit', limit)
    const { query } = this.source
    const { size } = directionOf(query)
    // Without a size, a page has 1000 records.
    const start = limit < 1000 ? { ...query, [size]: query[size] ?? (Math.ceil(limit) || 1) } : query
    const items: unknown[] = []
    let truncated = false
    for await (const { records, hasMore } of this.#walk(page => [page], start)) {
      // A spread into push() would overflow the stack for a very large page.
      for (const record of records) items.push(record)
      truncated = hasMore || items.length > limit
      if (items.length >= limit) break
    }
    return { items: items.slice(0, limit), truncated, sameBlock: this.sameBlock }
  }

  /** Walks over all pages, and yields some values of each. */
  async *#walk<T>(valuesOf: (page: WalkedPage) => readonly T[], start = this.source.query) {
    const { operationId, options } = this.source
    const direction = directionOf(start)
    const seen = new Set([start[direction.cursor]])
    const stalled = (cursor: string) =>
      new StalledCursorError(`${operationId} has a stalled cursor: "${cursor}"`)
    for (let query = start; ; ) {
      const answer = await this.request(query)
      if (!answer.part) throw new TypeError('304: leave out if-none-match')
      const { edges, pageInfo } = answer.part as Page
      const cursor = pageInfo[direction.nextCursor]
      const hasMore = pageInfo[direction.hasMore]
      const records = edges.map(({ node }) => node)
      if (direction === backwards) records.reverse()
      // A page with the same end as an earlier one repeats its records, so it is not returned.
      if (hasMore && seen.has(cursor)) throw stalled(cursor)
      for (const value of valuesOf({ answer, records, hasMore })) {
        throwIfAborted(options.signal)
        yield value
      }
      if (!hasMore) return
      if (!cursor.trim()) throw stalled(cursor)
      seen.add(cursor)
      // One cursor: some networks silently ignore one of two, and the walk would loop.
      query = { ...start, [forwards.cursor]: undefined, [direction.cursor]: cursor }
    }
  }
}
