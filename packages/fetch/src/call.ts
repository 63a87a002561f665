import type { Answered, Call } from '@trading-network/types'
import type { Answer } from './answer.ts'

/** The public form of a response. */
export const answered = ({ data, response }: Answer): Answered<object> => {
  const header = (name: string) => response.headers.get(name) ?? undefined
  const blockHeight = header('x-block-height')
  const blockTimestamp = header('x-block-timestamp')
  return { data, response, blockHeight, blockTimestamp } as Answered<object>
}

/**
 * A promise of data, with `withResponse`. It starts nothing itself, so an unused one cannot reject unhandled.
 *
 * The other methods of promises need only `then`.
 */
export const callOf = (start: () => Promise<Answer>): Call<object> =>
  ({
    __proto__: Promise.prototype,
    // biome-ignore lint/suspicious/noThenProperty: callers await the result
    then: (fulfilled: () => void, rejected: () => void) =>
      start()
        .then(({ data }) => data)
        .then(fulfilled, rejected),
    withResponse: () => start().then(answered),
  }) as unknown as Call<object>
