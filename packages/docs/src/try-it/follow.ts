/** Minimum time between two requests, in milliseconds: a reader sees no more than that. */
const PACE = 1000

/**
 * The response of a URL now, and again after each change; a 304 when the server has waited without a change, or if it
 * does not hold requests. Ends with the signal, and after an error response. Throws like `fetch`.
 */
export async function* follow(
  url: URL,
  given: [name: string, value: string][],
  signal: AbortSignal,
): AsyncGenerator<Response> {
  const headers = new Headers(given)
  // The first response must have a body.
  for (const name of ['if-none-match', 'prefer']) headers.delete(name)
  for (;;) {
    const next = new Promise(resolve => setTimeout(resolve, PACE))
    const response = await fetch(url, { signal, headers })
    const tag = response.headers.get('etag')
    if (tag) headers.set('if-none-match', tag)
    // Common proxies cut a request after 30 seconds.
    headers.set('prefer', 'wait=25')
    yield response
    if (!response.ok && response.status !== 304) return
    await next
  }
}
