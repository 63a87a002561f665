import type { CallOptions } from '@trading-network/types'

/**
 * How a client reaches one network, and what holds for all of its calls. Two clients never share anything.
 *
 * A signal belongs to a call: one for the client would end it once and for all.
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
   * `https://example.org/testnet/`. A sub-path stays; a trailing slash makes no difference.
   */
  baseUrl: string | URL
  /**
   * Sends one request. Without it `globalThis.fetch` is used, looked up at each request, so that an interceptor
   * installed after the client was made still sees every request.
   */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** The most requests that begin in a second, retries and further pages included; as many as come unless set. */
  requestsPerSecond?: number | undefined
}
