/** How a client reaches one network. Two clients never share anything. */
export interface ClientConfig {
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
  /** Request headers of every call. The client adds none of its own. */
  headers?: Readonly<Record<string, string>> | undefined
}
