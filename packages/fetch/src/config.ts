import type { CallOptions, TradingNetworkApi } from '@trading-network/types'

/**
 * Sends one request, like the platform's `fetch`. It gets the URL (or the request of middleware) and the options, which
 * have the headers and the signal. Pass on both.
 *
 * @example
 * const traced: Fetch = (input, init) => {
 *   console.log(input instanceof Request ? input.url : input)
 *   return fetch(input, init)
 * }
 */
export type Fetch = (input: string | Request, init: RequestInit) => Promise<Response>

/**
 * The settings of a client that `withOptions` may change.
 *
 * @example
 * const patient: ClientOptions = { timeout: 60_000, retry: 5 }
 */
export type ClientOptions = Omit<CallOptions, 'signal'>

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

/**
 * The operations as methods, and `withOptions`.
 *
 * @example
 * const client: TradingNetworkClient = createClient({ baseUrl: 'http://127.0.0.1:8080' })
 * const patient = client.withOptions({ timeout: 120_000 })
 */
export interface TradingNetworkClient extends TradingNetworkApi {
  /**
   * A client with other settings for the same network. It shares the rate limit and the pauses that the server asks
   * for. Headers and middleware are added to the present ones.
   */
  withOptions(options: ClientOptions): TradingNetworkClient
}
