import type { Collected, PagedResult, PageInfo, Pages } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { heightOf } from './block.ts'
import { answered, LazyCall, type Source } from './call.ts'
import { backwards, directionOf, forwards } from './directions.ts'
import { refuse } from './refuse.ts'
import { StalledCursorError } from './stalled-cursor-error.ts'
import { stoppable } from './stoppable.ts'
import { throwIfAborted } from './time-limit.ts'
import type { Params } from './url.ts'

export interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: unknown }[]
  readonly pageInfo: PageInfo
}

/** A page of a walk. */
interface Step {
  readonly answer: Answer
  /** The records, in the order of the walk. */
  readonly records: readonly unknown[]
  /** True if the walk has more pages. */
  readonly hasMore: boolean
}

/**
 * The result of a list call: await it for the first page, or iterate over all pages. It sends no request until then.
 *
 * A later page repeats the caller's parameters with the cursor of the previous page, and no other: some networks silently
 * ignore one of two cursors and loop.
 */
export class PagedCall extends LazyCall implements PagedResult<object, unknown> {
  #firstPage: Promise<Answer> | undefined
  /** The heights of the blocks of all pages so far. */
  readonly #heights = new Set<string | undefined>()

  constructor(source: Source) {
    super(source, () => (this.#firstPage ??= this.#request(source.params)))
  }

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
    const { limit = Infinity } = given
    if (!(limit >= 0)) refuse('limit', limit)
    const { params } = this.source
    const { size } = directionOf(params)
    // Without a size, a page has 1000 records.
    const start = limit < 1000 ? { ...params, [size]: params[size] ?? (Math.ceil(limit) || 1) } : params
    const items: unknown[] = []
    let truncated = false
    for await (const { records, hasMore } of this.#walk(page => [page], start)) {
      // A spread into push() would overflow the stack for a very large page.
      for (const record of records) items.push(record)
      if (items.length < limit) continue
      truncated = hasMore || items.length > limit
      break
    }
    return { items: items.slice(0, limit), truncated, sameBlock: this.sameBlock }
  }

  get sameBlock(): boolean | undefined {
    const heights = this.#heights
    return heights.size > 0 && !heights.has(undefined) ? heights.size === 1 : undefined
  }

  async #request(params: Params, signal?: AbortSignal): Promise<Answer> {
    const { operationId, options, base, send } = this.source
    const answer = await send(base, operationId, params, signal ? { ...options, signal } : options)
    this.#heights.add(heightOf(answer.response))
    return answer
  }

  /** Walks over all pages, and yields some values of each. `return()` also stops the request of the next page. */
  #walk<T>(valuesOf: (step: Step) => readonly T[], start = this.source.params) {
    const { signal } = this.source.options ?? {}
    return stoppable(signal, wait =>
      this.#values(valuesOf, start, params => wait(own => this.#request(params, own)), signal),
    )
  }

  async *#values<T>(
    valuesOf: (step: Step) => readonly T[],
    start: Params,
    get: (params: Params) => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<T, void, undefined> {
    const { operationId, params } = this.source
    const direction = directionOf(start)
    const seen = new Set([start[direction.cursor]])
    for (let page = this.#firstPage ?? get(start); ; ) {
      const answer = await page
      // `return()` has stopped the request.
      if (!answer) return
      if (start === params) this.#firstPage ??= page
      if (!answer.part) throw new TypeError('304: leave out if-none-match')
      const { edges, pageInfo } = answer.part as Page
      const cursor = pageInfo[direction.nextCursor]
      const hasMore = pageInfo[direction.hasMore]
      const records = edges.map(({ node }) => node)
      if (direction === backwards) records.reverse()
      // A page with the same end as an earlier one repeats its records, so it is not returned.
      if (hasMore && seen.has(cursor)) throw new StalledCursorError(operationId, cursor)
      for (const value of valuesOf({ answer, records, hasMore })) {
        throwIfAborted(signal)
        yield value
      }
      if (!hasMore) return
      if (!cursor.trim()) throw new StalledCursorError(operationId, cursor)
      seen.add(cursor)
      page = get({
        ...start,
        [forwards.cursor]: undefined,
        [backwards.cursor]: undefined,
        [direction.cursor]: cursor,
      })
    }
  }
}
