import type { Collected, PagedResult, PageInfo, Pages } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { blockOf } from './block.ts'
import { answered, LazyCall, type Source, settingsWith } from './call.ts'
import { backwards, directionOf, forwards } from './directions.ts'
import { refuse } from './refuse.ts'
import { StalledCursorError } from './stalled-cursor-error.ts'
import { stoppable } from './stoppable.ts'
import { TimeoutError, within } from './time-limit.ts'
import type { Params } from './url.ts'

export interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: unknown }[]
  readonly pageInfo: PageInfo
}

/** Some values of a page, from its records in the order of the walk. */
type ValuesOf<T> = (answer: Answer, records: readonly unknown[], more: boolean) => readonly T[]

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
    return this.#walk((_, records) => records)
  }

  pages(): Pages<object> {
    const pages = <T>(part: (answer: Answer) => T) => ({
      [Symbol.asyncIterator]: () => this.#walk(answer => [part(answer)]),
    })
    return { ...pages(({ data }) => data as object), withResponse: () => pages(answered) }
  }

  async collect(given: { readonly limit?: number | undefined } = {}): Promise<Collected<unknown>> {
    const { limit = Infinity } = given
    if (!(limit >= 0)) refuse('limit', limit)
    const { operationId, params, options, base } = this.source
    const { signal, deadline } = settingsWith(base, options)
    const [size] = directionOf(params)
    // Without a size, a page has 1000 records.
    const start = limit < 1000 ? { ...params, [size]: params[size] ?? (Math.ceil(limit) || 1) } : params
    const collecting = async (signal: AbortSignal) => {
      const items: unknown[] = []
      let truncated = false
      for await (const [records, more] of this.#walk((_, ...page) => [page], start, signal)) {
        // A spread into push() would overflow the stack for a very large page.
        for (const record of records) items.push(record)
        if (items.length >= limit) {
          truncated = more || items.length > limit
          break
        }
      }
      return { items: items.slice(0, limit), truncated, sameBlock: this.sameBlock }
    }
    return within(signal, collecting, deadline, () => new TimeoutError(operationId, deadline!))
  }

  get sameBlock(): boolean | undefined {
    const heights = this.#heights
    return heights.size > 0 && !heights.has(undefined) ? heights.size === 1 : undefined
  }

  async #request(params: Params, signal?: AbortSignal): Promise<Answer> {
    const { operationId, options, base, send } = this.source
    const answer = await send(base, operationId, params, signal ? { ...options, signal } : options)
    this.#heights.add(blockOf(answer.response).blockHeight)
    return answer
  }

  /** Walks over all pages. `return()` also stops the request of the next page. */
  #walk<T>(valuesOf: ValuesOf<T>, start = this.source.params, signal = this.source.options?.signal) {
    return stoppable(signal, wait =>
      this.#values(valuesOf, start, params => wait(own => this.#request(params, own)), signal),
    )
  }

  async *#values<T>(
    valuesOf: ValuesOf<T>,
    start: Params,
    get: (params: Params) => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<T, void, undefined> {
    const { operationId, params } = this.source
    const direction = directionOf(start)
    const [, onward, cursorName, moreName] = direction
    const seen = new Set([start[onward]])
    for (let page = this.#firstPage ?? get(start); ; ) {
      const answer = await page
      // `return()` has stopped the request.
      if (!answer) return
      if (start === params) this.#firstPage ??= page
      if (!answer.part) throw new TypeError('304: leave out if-none-match')
      const { edges, pageInfo } = answer.part as Page
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
}
