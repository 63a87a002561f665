import type { ClientOptions } from '@trading-network/types'

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
