import type { Answered, Call, CallOptions, OperationId } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { blockOf, heightOf } from './block.ts'
import type { Calls } from './openapi-fetch.ts'
import { plainOptions, settingsWith } from './settings.ts'
import type { Params } from './url.ts'

/** A call as the caller wrote it. */
export interface Source {
  readonly operationId: OperationId
  readonly path: Params
  readonly query: Params
  readonly options: CallOptions
  readonly calls: Calls
}

export const answered = ({ data, response }: Answer) =>
  ({ data, response, ...blockOf(response.headers) }) as Answered<object>

/**
 * Adds the functions that wait for a call to the stack of its error, if it lacks them, as that of a lost connection does. A
 * frozen error stays as it is.
 */
export const withCaller = (error: unknown): unknown => {
  const stack = (error as Error | undefined)?.stack
  const waiting = new Error('sent by').stack!
  if (stack && !stack.includes(waiting.split('\n').pop()!))
    Reflect.set(error as Error, 'stack', `${stack}\n${waiting}`)
  return error
}

/**
 * A promise of data, with `withResponse`. It sends nothing until somebody waits for it. It is a `Promise` for code that
 * tests for one. The state of that promise is never used: `await` and the other methods of promises call our `then`.
 */
export class LazyCall extends Promise<object> implements Call<object> {
  readonly #source: Source
  #first: Promise<Answer> | undefined
  /** The heights of the responses; `undefined` for one without. */
  readonly #heights = new Set<string | undefined>()
  #state: 'not sent' | 'pending' | 'fulfilled' | 'rejected' = 'not sent'

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

  /** Node, Deno and Bun print this. They would print the promise itself as pending for ever. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Call(${this.#source.operationId}, ${this.#state})`
  }

  /** True if all responses are of one block; `undefined` before the first, and without its height. */
  get sameBlock(): boolean | undefined {
    const { size } = this.#heights
    return size && !this.#heights.has(undefined) ? size === 1 : undefined
  }

  /** The response to the query. That of the call itself is sent once. */
  protected request(query = this.#source.query): Promise<Answer> {
    if (query !== this.#source.query) return this.#send(query)
    this.#first ??= this.#send(query)
    return this.#first
  }

  async #send(query: Params): Promise<Answer> {
    const { calls, operationId, path, options } = this.#source
    this.#state = 'pending'
    try {
      const settings = settingsWith(calls.settings, plainOptions(options))
      const answer = await calls.send(operationId, { path, query }, settings)
      this.#heights.add(heightOf(answer.response.headers))
      this.#state = 'fulfilled'
      return answer
    } catch (error) {
      this.#state = 'rejected'
      throw withCaller(error)
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: callers await the result
  override then<A = object, B = never>(
    fulfilled?: ((data: object) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // In two steps: a stack of errors follows promises only to the functions that they call themselves.
    return this.request()
      .then(({ data }) => data as object)
      .then(fulfilled, rejected)
  }

  withResponse(): Promise<Answered<object>> {
    return this.request().then(answered)
  }
}
