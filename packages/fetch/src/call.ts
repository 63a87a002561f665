import type { Answered, Call, CallOptions, OperationId } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { blockOf } from './block.ts'
import type { Calls } from './openapi-fetch.ts'
import { type Settings, settingsWith } from './settings.ts'
import type { Params } from './url.ts'

/** A call as the caller wrote it. */
export interface Source {
  readonly operationId: OperationId
  readonly params: Params
  readonly options: CallOptions | undefined
  readonly calls: Calls
  /** Its stack names the caller's line. */
  readonly at: Error
}

export const answered = ({ data, response }: Answer) =>
  ({ data, response, ...blockOf(response.headers) }) as Answered<object>

/**
 * Sends a request of a call. Its error gets the stack of the call, which names the caller's line: once, because
 * middleware may throw one error many times. A frozen error stays as it is.
 */
export const send = async (
  { calls, operationId, options, at }: Source,
  params: Params,
  settings: Settings = calls.settings,
  given = options,
): Promise<Answer> => {
  try {
    return await calls.send(operationId, given ? settingsWith(settings, given) : settings, params)
  } catch (error) {
    const { stack } = Object(error) as Error
    if (stack && !stack.includes(at.stack!)) Reflect.set(error as Error, 'stack', `${stack}\n${at.stack}`)
    throw error
  }
}

/**
 * A promise of data, with `withResponse`. It sends nothing until somebody waits for it. It is a `Promise` for code that
 * tests for one. The state of that promise is never used: `await` and the other methods of promises call our `then`.
 */
export class LazyCall extends Promise<object> implements Call<object> {
  readonly #source: Source
  #first: Promise<Answer> | undefined

  /** `then`, `catch` and `finally` return plain promises. */
  static override readonly [Symbol.species] = Promise

  constructor(source: Source) {
    super(() => {})
    this.#source = source
  }

  /** Private, because `console.log` of a call would show its headers. */
  get source(): Source {
    return this.#source
  }

  /** The response to the call, which is sent once. */
  protected get first(): Promise<Answer> {
    this.#first ??= this.request(this.#source.params)
    return this.#first
  }

  protected request(params: Params): Promise<Answer> {
    return send(this.#source, params)
  }

  // biome-ignore lint/suspicious/noThenProperty: callers await the result
  override then<A = object, B = never>(
    fulfilled?: ((data: object) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const settled = ({ data }: Answer) => (fulfilled ? fulfilled(data as object) : (data as A))
    return this.first.then(settled, rejected)
  }

  withResponse(): Promise<Answered<object>> {
    return this.first.then(answered)
  }
}
