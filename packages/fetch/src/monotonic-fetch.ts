import type { Fetch } from './config.ts'

/**
 * A `fetch` that never goes back to an older block: reads through several replicas see the network advance only.
 *
 * Each request sends `X-Min-Block-Height` with the highest block of the responses before it. A server that has not
 * reached it responds with 503, and the client retries. A response from an older block, or without a block height,
 * counts as a 503 too. Requests that run at the same time have no order.
 *
 * @param fetch sends the requests; the platform's `fetch` unless set.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', fetch: monotonicFetch() })
 */
export const monotonicFetch = (fetch?: Fetch): Fetch => {
  let highest = -1n
  return async (request, init) => {
    const least = highest
    const headers = new Headers(request.headers)
    if (least >= 0n) headers.set('x-min-block-height', `${least}`)
    const response = await (fetch ?? globalThis.fetch)(new Request(request, { headers }), init)
    if (!response.ok && response.status !== 304) return response
    const height = response.headers.get('x-block-height') ?? ''
    const block = /^\d+$/.test(height) ? BigInt(height) : -1n
    if (block < 0n || block < least) {
      await response.body?.cancel()
      const message = `block ${height || 'without height'} after block ${least}`
      return Response.json({ code: 14, message, details: [] }, { status: 503 })
    }
    if (block > highest) highest = block
    return response
  }
}
