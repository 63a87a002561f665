import type { OperationId } from './generated/operations.ts'

/**
 * What one call may set beside the operation's own parameters. A client takes the same settings, all but the signal,
 * for every call; those of the call win, its headers and middleware come on top.
 *
 * @example
 * const { order } = await client.getOrder({ orderId }, { timeout: 2_000, retry: false })
 */
export interface CallOptions {
  /** Ends the call, its waiting and a walk over pages, with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Request headers of this call; they win over the client's. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds that an attempt may take, its body included; 30 000 unless set, `Infinity` for no end. */
  timeout?: number | undefined
  /**
   * How often a request is sent again after no answer, half an answer, or a 408, 429, 500, 502, 503 or 504; 2 unless
   * set. `false` and 0 mean never.
   */
  retry?: number | false | undefined
  /** Hears of each attempt that is over, however it ended. What it throws ends the call. */
  onAttempt?: ((attempt: Attempt) => void) | undefined
  /** Hears of each attempt that failed and will be repeated, before the wait. What it throws ends the call. */
  onRetry?: ((retry: Retry) => void) | undefined
  /** Sees the request and the answer of a call and may change them, however many attempts lie beneath. */
  middleware?: readonly Middleware[] | undefined
}

/**
 * One request that was sent, and how it ended.
 *
 * @example
 * const log = ({ operationId, attempt, duration, status }: Attempt) =>
 *   console.log(`${operationId} #${attempt}: ${status ?? 'no answer'} after ${duration.toFixed()} ms`)
 */
export interface Attempt {
  /** The operation that was called. */
  readonly operationId: OperationId
  /** Where the request went, with its query. */
  readonly url: string
  /** 1 for the first attempt of a call. */
  readonly attempt: number
  /** Milliseconds from sending the request to the end of the body, or to the failure. */
  readonly duration: number
  /** HTTP status; `undefined` when no answer came. */
  readonly status: number | undefined
  /** Why the attempt failed; `undefined` when it gave what was asked for. */
  readonly error: unknown
}

/**
 * A failed attempt that will be repeated.
 *
 * @example
 * const warn = ({ operationId, delay, error }: Retry) =>
 *   console.warn(`${operationId} again in ${delay} ms:`, error)
 */
export interface Retry extends Attempt {
  /** Milliseconds until the next attempt: as long as the server asks for, else growing, with chance in it. */
  readonly delay: number
}

/**
 * What a middleware is told of its call.
 *
 * @example
 * const describe = ({ id, schemaPath, request }: MiddlewareCall) => `${id} ${schemaPath} ${request.url}`
 */
export interface MiddlewareCall {
  /** The request as the middleware before left it. */
  readonly request: Request
  /** Path template of the operation, as in `/api/v2/order/{orderId}`. */
  readonly schemaPath: string
  /** The parameters as the caller gave them. */
  readonly params: {
    readonly path: Readonly<Record<string, unknown>>
    readonly query: Readonly<Record<string, unknown>>
  }
  /** Tells this call from all others. */
  readonly id: string
  /** How the client is set up. */
  readonly options: { readonly baseUrl: string }
}

/**
 * Sees each call once, however many attempts lie beneath it. Of openapi-fetch's shape: what was written for that runs
 * here. Requests pass through in order, answers and errors in reverse.
 *
 * @example
 * const authorize: Middleware = {
 *   onRequest({ request }) {
 *     request.headers.set('authorization', `Bearer ${token}`)
 *   },
 * }
 */
export interface Middleware {
  /** May change the request, give another one, or answer it: then nothing is sent and the answer is taken as it is. */
  onRequest?(call: MiddlewareCall): Given<Request | Response>
  /** May give another answer. */
  onResponse?(call: MiddlewareCall & { readonly response: Response }): Given<Response>
  /** May turn a failure into an answer, or into another error. */
  onError?(call: MiddlewareCall & { readonly error: unknown }): Given<Response | Error>
}

// biome-ignore lint/suspicious/noConfusingVoidType: a middleware that only looks returns nothing
type Given<T> = T | undefined | void | Promise<T | undefined | void>

/**
 * The answer of an operation that pages, usable in four ways:
 *
 * - `await` it for the first page, as the contract describes it;
 * - `for await (const item of it)` for the records of all pages;
 * - `for await (const page of it.pages())` for the pages themselves;
 * - `await it.collect({ limit })` for an array of records.
 *
 * The parameters give the direction: `pagination.last` or `pagination.before` walk backwards. Leaving a loop early
 * requests nothing more.
 *
 * @example
 * const show = async (accounts: PagedResult<ListAccountsResponse, Account>) => {
 *   for await (const account of accounts) console.log(account.balance)
 * }
 */
export interface PagedResult<Response, Item> extends Promise<Response>, AsyncIterable<Item> {
  /** The pages one after the other, beginning with the one that `await` gives. */
  pages(): AsyncIterable<Response>
  /**
   * The records of all pages, or the first `limit` of them. Requests no page beyond the one that fills the limit.
   *
   * @param options `limit` is the greatest number of records to gather; all of them without it.
   */
  collect(options?: { readonly limit?: number | undefined }): Promise<Collected<Item>>
}

/**
 * Records gathered from a list.
 *
 * @example
 * const { items, truncated }: Collected<Account> = await client.listAccounts().collect({ limit: 500 })
 * if (truncated) console.warn(`only the first ${items.length}`)
 */
export interface Collected<Item> {
  /** The records, in the order of the walk. */
  readonly items: Item[]
  /** Whether the limit cut the list: there are more records than these. */
  readonly truncated: boolean
}
