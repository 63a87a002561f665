import type { OperationId } from './generated/operations.ts'

/** Options of a client for all its calls. */
export interface ClientOptions {
  /**
   * Request headers, in any form that `fetch` accepts, or a function that returns them: it is called for each request,
   * and again if the request has waited, so a token may expire. The function needs a timeout of its own, since
   * that of the client does not end it. Headers of a call override the client's.
   *
   * @default none
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/docs/guides/guides/5-errors.md#when-to-retry
   * @example
   * headers: async () => ({ authorization: `Bearer ${token}` })
   */
  headers?: HeaderSource | undefined
  /**
   * Timeout of an attempt in milliseconds, from the request to the end of the body; `Infinity` for none. The time in the
   * queue of the client and the delays between attempts do not count: to limit a whole call or walk, give a `signal`.
   *
   * @default 30_000
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/fetch/README.md#options
   * @example
   * timeout: 5_000
   */
  timeout?: number | undefined
  /**
   * Maximum delay before a request in milliseconds. If the server asks for more, the call rejects at once, with the delay
   * in `retryAfter` of the error; if the rate limit has a longer pause, with a `TimeoutError`. So does a call in the queue
   * if no request of the client starts for `maxWait` and `timeout` together.
   *
   * @default 60_000
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/docs/guides/guides/1-requests.md#rate-limits
   * @example
   * maxWait: 10_000
   */
  maxWait?: number | undefined
  /**
   * Maximum number of retries after an error of `fetch`, an incomplete response, or a 408, 429, 500, 502, 503 or 504.
   * `false` and 0 mean none.
   *
   * @default 2
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/docs/guides/guides/5-errors.md#when-to-retry
   * @example
   * retry: 5
   */
  retry?: number | false | undefined
  /**
   * Called after each attempt, successful or not, for logs and counters. A call waits for a promise that it returns. An
   * error of it ends the call.
   *
   * @default none
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/fetch/README.md#options
   * @example
   * onAttempt: ({ operationId, status, delay }) =>
   *   delay !== undefined && console.warn(`${operationId}: ${status ?? 'no response'}, again in ${delay} ms`)
   */
  onAttempt?: ((attempt: Attempt) => unknown) | undefined
  /**
   * Middleware of openapi-fetch, in its order: it reads and may change the request and the response of a call, once for
   * all its attempts. That of a call runs after that of the client.
   *
   * @default []
   * @see https://openapi-ts.dev/openapi-fetch/middleware-auth
   * @example
   * middleware: [{ onRequest: ({ request }) => request.headers.set('x-team', 'risk') }]
   */
  middleware?: readonly Middleware[] | undefined
}

/**
 * Options of one call, besides the parameters of the operation. They override those of the client; headers and
 * middleware are added.
 */
export interface CallOptions extends ClientOptions {
  /**
   * Aborts the call, its time in the queue, its delays and a walk over pages, with the signal's reason.
   *
   * @default none
   * @see https://developer.mozilla.org/docs/Web/API/AbortSignal
   * @example
   * await client.listAccounts({}, { signal: AbortSignal.timeout(10_000) }).collect()
   */
  signal?: AbortSignal | undefined
}

/**
 * Request headers, or a function that returns them.
 *
 * @example
 * const headers: HeaderSource = async () => ({ authorization: `Bearer ${token}` })
 */
export type HeaderSource = HeaderList | (() => HeaderList | Promise<HeaderList>)

/** Headers in any form that `fetch` accepts. One that is `undefined` is left out; of two with one name, the last is sent. */
export type HeaderList =
  | Headers
  | Readonly<Record<string, string | undefined>>
  | readonly (readonly [string, string])[]

/** One attempt of a call, with its result. */
export interface Attempt {
  /** The operation that was called. */
  readonly operationId: OperationId
  /** URL of the request, with its query. */
  readonly url: string
  /** 1 for the first attempt of a call. */
  readonly attempt: number
  /** Milliseconds from sending the request to the end of the body, or to the failure. */
  readonly duration: number
  /** HTTP status; `undefined` without a response. */
  readonly status: number | undefined
  /** The error of the attempt; `undefined` if it succeeded. */
  readonly error: unknown
  /** Milliseconds until the next attempt: from the server, else exponential back-off; `undefined` after the last one. */
  readonly delay: number | undefined
}

/** The call that a middleware handles. */
export interface MiddlewareCall {
  /** The request, with the changes of earlier middleware. */
  readonly request: Request
  /** Path template of the operation, as in `/api/v2/order/{orderId}`. */
  readonly schemaPath: string
  /** The parameters as the caller gave them. */
  readonly params: {
    readonly path?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
  }
  /** Unique id of this call. */
  readonly id: string
  /** Settings of the client. */
  readonly options: { readonly baseUrl: string }
}

/**
 * Handles each call once, for all its attempts. Requests pass in order, responses and errors in reverse order.
 *
 * It is run by openapi-fetch, and any middleware of openapi-fetch is one.
 *
 * @example
 * const authorize: Middleware = {
 *   onRequest({ request }) {
 *     request.headers.set('authorization', `Bearer ${token}`)
 *   },
 * }
 */
export interface Middleware {
  /**
   * May change or replace the request. It may also return a response: then no request is sent, and no other middleware
   * runs.
   */
  onRequest?(call: MiddlewareCall): Given<Request | Response>
  /** May replace the response. To read the body, read `response.clone()`: another reader may need it. */
  onResponse?(call: MiddlewareCall & { readonly response: Response }): Given<Response>
  /** May replace an error by a response, or by another error: a lost connection, a 2xx response that is cut off. */
  onError?(call: MiddlewareCall & { readonly error: unknown }): Given<Response | Error>
}

// biome-ignore lint/suspicious/noConfusingVoidType: a middleware that only looks returns nothing
type Given<T> = T | undefined | void | Promise<T | undefined | void>
