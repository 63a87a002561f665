import type { ClientOptions } from '@trading-network/types'

/**
 * Sends one request, with the signal that ends the attempt. All attempts of a call get the same request. Do not change it;
 * send a copy. The client retries after any error of this function, as after a lost connection.
 *
 * A browser gives a lost connection, a loop of redirects and a forbidden redirect the same error. There, the next attempt
 * has `redirect: 'manual'`, and the call rejects with the first error if the response is a redirect.
 */
export type Fetch = (
  request: Request,
  init: { readonly signal: AbortSignal; readonly redirect?: 'manual' },
) => Promise<Response>

/** The settings for all calls of a client. Two clients share no state. */
export interface ClientConfig extends ClientOptions {
  /**
   * Where the network serves the API: everything before `/api/v2`. A sub-path is kept; a trailing slash is ignored. A URL
   * with a query, a fragment or credentials is a `TypeError`.
   *
   * @see https://github.com/trading-network/trading-network-kit/tree/main/packages/docs/guides/guides/1-requests.md#base-url
   * @example
   * baseUrl: 'https://example.org/testnet/'
   */
  baseUrl: string | URL
  /**
   * Sends the requests: the place for `cache`, `credentials` and `next`, and for a limit of requests per second.
   *
   * @default the platform's `fetch`, looked up for each request, so that instruments see it
   * @see https://developer.mozilla.org/docs/Web/API/RequestInit
   * @example
   * fetch: (request, init) => fetch(request, { ...init, credentials: 'include' })
   */
  fetch?: Fetch | undefined
}
