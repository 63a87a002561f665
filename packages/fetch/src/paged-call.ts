import type { PagedResult, Pages } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { answered, LazyCall, type Source } from './call.ts'

/** Some values of a page. The records are in the order of the walk. */
export type ValuesOf<T> = (answer: Answer, records: readonly unknown[], more: boolean) => readonly T[]

/** The work behind a list call. */
export interface ListWork {
  readonly first: () => Promise<Answer>
  /** Walks over all pages. */
  readonly walk: <T>(valuesOf: ValuesOf<T>) => AsyncGenerator<T, void, undefined>
  readonly collect: PagedResult<object, unknown>['collect']
  readonly sameBlock: () => boolean | undefined
}

/**
 * The result of a list call: await it for the first page, or iterate over all pages. It sends no request until then.
 *
 * A class, because an object with a prototype or methods of its own costs each call 3 to 7 µs.
 */
export class PagedCall extends LazyCall implements PagedResult<object, unknown> {
  readonly #work: ListWork

  constructor(source: Source, work: ListWork) {
    super(source, work.first)
    this.#work = work
  }

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return this.#work.walk((_, records) => records)
  }

  pages(): Pages<object> {
    const pages = <T>(part: (answer: Answer) => T) => ({
      [Symbol.asyncIterator]: () => this.#work.walk(answer => [part(answer)]),
    })
    return { ...pages(({ data }) => data as object), withResponse: () => pages(answered) }
  }

  collect(options?: { readonly limit?: number | undefined }): ReturnType<ListWork['collect']> {
    return this.#work.collect(options)
  }

  get sameBlock(): boolean | undefined {
    return this.#work.sameBlock()
  }
}
