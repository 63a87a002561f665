import type { OperationId } from './generated/operations.ts'

/**
 * Options of one call, besides the parameters of the operation. A client has the same options for all its calls, except
 * the signal. Options of the call override those of the client; its headers and middleware are added.
 *
 * @example
 * const { order } = await client.getOrder({ orderId }, { timeout: 2_000, retry: false })
 */
export interface CallOptions {
  /** Aborts the call, its delays and a walk over pages, with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Request headers of this call; they override the client's. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Timeout of an attempt in milliseconds, its body included; 30 000 unless set, `Infinity` for none. */
  timeout?: number | undefined
  /**
   * Maximum number of retries after a missing or incomplete response, or a 408, 429, 500, 502, 503 or 504; 2 unless
   * set. `false` and 0 mean none.
   */
  retry?: number | false | undefined
  /** Called after each attempt, successful or not. An error that it throws ends the call. */
  onAttempt?: ((attempt: Attempt) => void) | undefined
  /** Called before each retry, before the delay. An error that it throws ends the call. */
  onRetry?: ((retry: Retry) => void) | undefined
  /** Reads and may change the request and the response of a call, once for all its attempts. */
  middleware?: readonly Middleware[] | undefined
}

/**
 * One attempt of a call, with its result.
 *
 * @example
 * const log = ({ operationId, attempt, duration, status }: Attempt) =>
 *   console.log(`${operationId} #${attempt}: ${status ?? 'no response'} after ${duration.toFixed()} ms`)
 */
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
}

/**
 * A failed attempt with a retry.
 *
 * @example
 * const warn = ({ operationId, delay, error }: Retry) =>
 *   console.warn(`${operationId} again in ${delay} ms:`, error)
 */
export interface Retry extends Attempt {
  /** Milliseconds until the retry: from the server, else exponential back-off with jitter. */
  readonly delay: number
}

/**
 * The call that a middleware handles.
 *
 * @example
 * const describe = ({ id, schemaPath, request }: MiddlewareCall) => `${id} ${schemaPath} ${request.url}`
 */
export interface MiddlewareCall {
  /** The request, with the changes of earlier middleware. */
  readonly request: Request
  /** Path template of the operation, as in `/api/v2/order/{orderId}`. */
  readonly schemaPath: string
  /** The parameters as the caller gave them. */
  readonly params: {
    readonly path: Readonly<Record<string, unknown>>
    readonly query: Readonly<Record<string, unknown>>
  }
  /** Unique id of this call. */
  readonly id: string
  /** Settings of the client. */
  readonly options: { readonly baseUrl: string }
}

/**
 * Handles each call once, for all its attempts. It has the shape of openapi-fetch's middleware, and can use such
 * middleware. Requests pass in order, responses and errors in reverse order.
 *
 * @example
 * const authorize: Middleware = {
 *   onRequest({ request }) {
 *     request.headers.set('authorization', `Bearer ${token}`)
 *   },
 * }
 */
export interface Middleware {
  /** May change or replace the request. It may also return a response: then no request is sent. */
  onRequest?(call: MiddlewareCall): Given<Request | Response>
  /** May replace the response. */
  onResponse?(call: MiddlewareCall & { readonly response: Response }): Given<Response>
  /** May replace an error by a response, or by another error. */
  onError?(call: MiddlewareCall & { readonly error: unknown }): Given<Response | Error>
}

// biome-ignore lint/suspicious/noConfusingVoidType: a middleware that only looks returns nothing
type Given<T> = T | undefined | void | Promise<T | undefined | void>

/**
 * The result of a list operation, for use in four ways:
 *
 * - `await` it for the first page, as the contract describes it;
 * - `for await (const item of it)` for the records of all pages;
 * - `for await (const page of it.pages())` for the pages themselves;
 * - `await it.collect({ limit })` for an array of records.
 *
 * The parameters give the direction: `pagination.last` or `pagination.before` walk backwards. After an early exit from
 * a loop, no further page is requested.
 *
 * @example
 * const show = async (accounts: PagedResult<AccountList, Account>) => {
 *   for await (const account of accounts) console.log(account.balance)
 * }
 */
export interface PagedResult<Response, Item> extends Promise<Response>, AsyncIterable<Item> {
  /** The pages in order, from the one that `await` returns. */
  pages(): AsyncIterable<Response>
  /**
   * The records of all pages, or the first `limit` of them. No page is requested after the limit is reached.
   *
   * @param options `limit` is the maximum number of records; all records without it.
   */
  collect(options?: { readonly limit?: number | undefined }): Promise<Collected<Item>>
}

/**
 * Records collected from a list.
 *
 * @example
 * const { items, truncated }: Collected<Account> = await client.listAccounts().collect({ limit: 500 })
 * if (truncated) console.warn(`only the first ${items.length}`)
 */
export interface Collected<Item> {
  /** The records, in the order of the walk. */
  readonly items: Item[]
  /** True if the list has more records than the limit. */
  readonly truncated: boolean
}
