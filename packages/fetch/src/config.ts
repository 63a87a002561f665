import type { ClientOptions, TradingNetworkApi } from '@trading-network/types'

/**
 * Sends one request, like the platform's `fetch`. The request has the URL and the headers, `init` the signal that ends
 * the attempt. Pass on both. All attempts of a call get the same request, so do not change it: send a copy.
 *
 * A retry follows if the network fails, and none if this function has a mistake. In Node, Deno and Bun a `TypeError`
 * is a lost connection only with a `cause` or a `code`, as `fetch` of the platform throws it.
 *
 * @example
 * const traced: Fetch = (request, init) => {
 *   console.log(request.url)
 *   return fetch(request, init)
 * }
 */
export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>

/**
 * The base URL of a network, and the settings for all calls of a client. Two clients share no state.
 *
 * There is no signal here, because an aborted signal would end the client for ever. Give a signal to a call.
 *
 * @example
 * const client = createClient({
 *   baseUrl: 'https://example.org/testnet',
 *   timeout: 5_000,
 *   requestsPerSecond: 10,
 *   onRetry: ({ operationId, delay }) => console.warn(`${operationId} again in ${delay} ms`),
 * })
 */
export interface ClientConfig extends ClientOptions {
  /**
   * Where the network serves the API: everything before `/api/v2`, as in `http://127.0.0.1:8080` or
   * `https://example.org/testnet/`. A sub-path is kept; a trailing slash is ignored. A URL with a query, a fragment or
   * credentials is a `TypeError`.
   */
  baseUrl: string | URL
  /**
   * Sends the requests, in place of the platform's `fetch`, which is looked up for each request, so that a later
   * interceptor sees every request.
   */
  fetch?: Fetch | undefined
  /** Maximum number of requests per second, retries and further pages included; no limit unless set. */
  requestsPerSecond?: number | undefined
}

/** The operations as methods, and `withOptions`. `openapiFetch` gives the client of openapi-fetch behind them. */
export interface TradingNetworkClient extends TradingNetworkApi {
  /**
   * A client with other settings for the same network. It shares the rate limit and the pauses that the server asks
   * for. Headers and middleware are added to the present ones.
   */
  withOptions(options: ClientOptions): TradingNetworkClient
}
