import type { CallOptions } from '@trading-network/types'

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
export interface ClientConfig extends Omit<CallOptions, 'signal'> {
  /**
   * Where the network serves the API: everything before `/api/v2`, as in `http://127.0.0.1:8080` or
   * `https://example.org/testnet/`. A sub-path is kept; a trailing slash is ignored.
   */
  baseUrl: string | URL
  /**
   * Sends one request. The default is `globalThis.fetch`, looked up for each request, so that a later interceptor sees
   * every request.
   */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Maximum number of requests per second, retries and further pages included; no limit unless set. */
  requestsPerSecond?: number | undefined
}
