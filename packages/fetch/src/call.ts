import type { Answered, Call } from '@trading-network/types'
import type { Answer } from './answer.ts'

/** The public form of a response. */
export const answered = ({ data, response }: Answer) => {
  const header = (name: string) => response.headers.get(`x-block-${name}`) ?? undefined
  const blockHeight = header('height')
  const blockTimestamp = header('timestamp')
  return { data, response, blockHeight, blockTimestamp } as Answered<object>
}

/** The methods of promises, without the state of one. */
function Lazy() {}
Lazy.prototype = Promise.prototype

/**
 * A promise of data, with `withResponse`. It starts nothing itself, so an unused one cannot reject unhandled. The other
 * methods of promises need only `then`.
 */
export class LazyCall extends (Lazy as unknown as new () => Promise<object>) implements Call<object> {
  readonly #start: () => Promise<Answer>

  constructor(start: () => Promise<Answer>) {
    super()
    this.#start = start
  }

  // biome-ignore lint/suspicious/noThenProperty: callers await the result
  override then<A = object, B = never>(
    fulfilled?: ((data: object) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start()
      .then(({ data }) => data as object)
      .then(fulfilled, rejected)
  }

  withResponse(): Promise<Answered<object>> {
    return this.#start().then(answered)
  }
}
