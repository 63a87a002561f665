import type { CallOptions, ClientOptions, HeaderSource, Middleware } from '@trading-network/types'
import { refuse } from './refuse.ts'

/**
 * Sends one request, like the platform's `fetch`. Pass on the request, and the signal that ends the attempt. All attempts
 * of a call get the same request, so do not change it: send a copy. A retry follows if the network fails. In Node, Deno
 * and Bun, a `TypeError` is a lost connection only with a `cause` or a `code`, as the platform's `fetch` throws it.
 */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>

/** The base URL of a network, and the settings for all calls of a client. Two clients share no state. */
export interface ClientConfig extends ClientOptions {
  /**
   * Where the network serves the API: everything before `/api/v2`, as in `http://127.0.0.1:8080` or
   * `https://example.org/testnet/`. A sub-path is kept; a trailing slash is ignored. A URL with a query, a fragment or
   * credentials is a `TypeError`.
   */
  baseUrl: string | URL
  /** Sends the requests; the platform's `fetch` unless set, looked up for each request, so that instruments see it. */
  fetch?: Fetch | undefined
  /** Maximum number of requests per second, retries and further pages included; no limit unless set. */
  requestsPerSecond?: number | undefined
}

/** The limit of an attempt unless set, in milliseconds. */
export const TIMEOUT = 30_000

/** The settings of a call: those of the client and of the call. */
export interface Settings extends Omit<CallOptions, 'headers' | 'middleware'>, Pick<ClientConfig, 'fetch'> {
  /** Later ones override. */
  readonly headers?: readonly HeaderSource[]
  readonly middleware?: readonly Middleware[]
}

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative or NaN, and for middleware in another form than a list of objects.
 */
export const settingsWith = (base: Settings, given: CallOptions = {}): Settings => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value = given[name as keyof CallOptions]
    if (typeof value === 'number' && !(value >= 0)) refuse(name, value)
    if (value !== undefined) all[name] = value
  }
  const { headers, middleware } = given
  if (headers) all.headers = [...(base.headers ?? []), headers]
  if (middleware) {
    if (
      !Array.isArray(middleware) ||
      !middleware.every(each => each?.onRequest ?? each?.onResponse ?? each?.onError)
    )
      throw new TypeError('middleware must be a list: [{ onRequest() {} }]')
    all.middleware = [...(base.middleware ?? []), ...middleware]
  }
  return all
}
