import type { CallOptions, HeaderSource, MiddlewareChain, OperationId } from '@trading-network/types'
import type { Answer } from './answer.ts'
import { refuse } from './refuse.ts'
import type { Params } from './url.ts'

/** The limit of an attempt unless set, in milliseconds. */
export const TIMEOUT = 30_000

/** The settings of a call, those of the client included. */
export interface Settings extends Omit<CallOptions, 'headers' | 'middleware'> {
  /** The headers of the client, of `withOptions` and of the call; later ones override. */
  readonly headers?: () => Promise<Headers>
  readonly middleware?: Chain
}

/**
 * Sends a call to the network and returns the response, with retries.
 *
 * @param target the URL, or the request of middleware.
 */
export type Attempts = (
  operationId: OperationId,
  target: string | Request,
  headers: Headers | undefined,
  settings: Settings,
  signal: AbortSignal | undefined,
) => Promise<Answer>

/** A call before its middleware. */
export interface PlainCall {
  readonly operationId: OperationId
  readonly baseUrl: string
  readonly params: Params
  readonly url: string
  readonly headers: Headers | undefined
}

/** The internal form of a chain. */
export interface Chain extends MiddlewareChain {
  /** This chain behind another one. */
  after(before: Chain | undefined): Chain
  /** Sends a call through the chain. */
  run(
    attempts: Attempts,
    call: PlainCall,
    settings: Settings,
    signal: AbortSignal | undefined,
  ): Promise<Answer>
}

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative or NaN.
 */
export const settingsWith = (base: Settings, given: CallOptions): Settings => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value = given[name as keyof CallOptions]
    if (typeof value === 'number' && !(value >= 0)) refuse(name, value)
    if (value !== undefined) all[name] = value
  }
  const { headers, middleware } = given
  if (headers) all.headers = headersOver(base.headers, headers)
  if (middleware) all.middleware = (middleware as Chain).after(base.middleware)
  return all
}

/** The headers of two sources; those of the second override. */
const headersOver = (below: Settings['headers'], given: HeaderSource) => async () => {
  const all = new Headers(await below?.())
  const list = typeof given === 'function' ? await given() : given
  for (const [name, value] of new Headers(list as HeadersInit)) all.set(name, value)
  return all
}
