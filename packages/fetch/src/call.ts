import type { Answered, Call, CallOptions, OperationId } from '@trading-network/types'
import type { Answer } from './answer.ts'
import type { Settings } from './options.ts'
import type { Send } from './send.ts'
import type { Params } from './url.ts'

/** A call as the caller wrote it, so that `watch` can send it again. */
export interface Source {
  readonly operationId: OperationId
  readonly params: Params
  readonly options: CallOptions | undefined
  /** The settings of the client, under the options of the call. */
  readonly base: Settings
  readonly send: Send
}

/** The public form of a response. */
export const answered = ({ data, response }: Answer) => {
  const header = (name: string) => response.headers.get(`x-block-${name}`) ?? undefined
  return {
    data,
    response,
    blockHeight: header('height'),
    blockTimestamp: header('timestamp'),
  } as Answered<object>
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
  declare readonly source: Source

  constructor(source: Source, start: () => Promise<Answer>) {
    super()
    this.#start = start
    this.source = source
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
