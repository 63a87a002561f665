import type { Answered, Call, CallOptions, HeaderSource, OperationId } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { blockOf } from './block.ts'
import type { ClientConfig } from './config.ts'
import { refuse } from './refuse.ts'
import type { Params } from './url.ts'

/** The limit of an attempt unless set, in milliseconds. */
export const TIMEOUT = 30_000

/** The settings of a call: those of the client and of the call. */
export interface Settings extends Omit<CallOptions, 'headers'>, Pick<ClientConfig, 'fetch'> {
  /** Later ones override. */
  readonly headers?: readonly HeaderSource[]
}

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative or NaN, and for middleware in another form than a list of objects.
 */
export const settingsWith = <Given extends CallOptions>(
  base: Settings,
  given: Given = {} as Given,
): Settings & Omit<Given, keyof Settings> => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value: unknown = given[name]
    if (typeof value === 'number' && !(value >= 0)) refuse(name, value)
    if (value !== undefined) all[name] = value
  }
  const { headers, middleware } = given
  if (headers) all.headers = [...(base.headers ?? []), headers]
  if (middleware) {
    // Another value than a list has no `every`.
    if (!middleware.every?.(each => each?.onRequest ?? each?.onResponse ?? each?.onError))
      throw new TypeError('middleware must be a list of objects')
    all.middleware = [...(base.middleware ?? []), ...middleware]
  }
  return all as never
}

/** A call as the caller wrote it, so that `watch` can send it again. */
export interface Source {
  readonly operationId: OperationId
  readonly params: Params
  readonly options: CallOptions | undefined
  /** The settings of the client, under the options of the call. */
  readonly base: Settings
  /** Calls an operation and returns its response, or rejects. */
  send(base: Settings, operationId: OperationId, params: Params, options?: CallOptions): Promise<Answer>
}

/** The public form of a response. */
export const answered = ({ data, response }: Answer) =>
  ({ data, response, ...blockOf(response) }) as Answered<object>

/**
 * A promise of data, with `withResponse`. It starts nothing until somebody waits for it. It is a `Promise` for code that
 * tests for one. The state of that promise is never used: `await` and the other methods of promises call our `then`.
 */
export class LazyCall extends Promise<object> implements Call<object> {
  readonly #source: Source
  readonly #start: () => Promise<Answer>

  /** `then`, `catch` and `finally` return plain promises. */
  static override readonly [Symbol.species] = Promise

  constructor(source: Source, start: () => Promise<Answer>) {
    super(() => {})
    this.#source = source
    this.#start = start
  }

  /** Private, because `console.log` of a call would show its headers. */
  get source(): Source {
    return this.#source
  }

  // biome-ignore lint/suspicious/noThenProperty: callers await the result
  override then<A = object, B = never>(
    fulfilled?: ((data: object) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const data = this.#start().then(answer => answer.data as object)
    return data.then(fulfilled, rejected)
  }

  withResponse(): Promise<Answered<object>> {
    return this.#start().then(answered)
  }
}
