import { type Block, blockOf, growthOf, isReset } from './block.ts'
import type { Fetch } from './config.ts'

/**
 * A `fetch` that never goes back to an older block: reads through several replicas see the network advance only.
 *
 * Each request sends `X-Min-Block-Height` with the highest block of the responses before it. A response from an older
 * block, or without a block height, counts as a 503, which the client retries. Requests that run at the same time have no
 * order. When the network starts again, the request is sent again without the old block.
 *
 * @param fetch sends the requests; the platform's `fetch` unless set.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', fetch: monotonicFetch() })
 */
export const monotonicFetch = (fetch?: Fetch): Fetch => {
  let highest: Block | undefined
  const send: Fetch = async (request, init) => {
    const known = highest
    const headers = new Headers(request.headers)
    if (known) headers.set('x-min-block-height', known.blockHeight!)
    const response = await (fetch ?? globalThis.fetch)(new Request(request, { headers }), init)
    const block = blockOf(response)
    const hasReset = known && isReset(known, block)
    const isRead = response.ok || response.status === 304
    if (!isRead && hasReset) {
      await response.body?.cancel()
      // Another request may have started again already.
      if (highest === known) highest = undefined
      return send(request, init)
    }
    if (!isRead) return response
    if (!hasReset && !(growthOf(known, block) >= 0)) {
      await response.body?.cancel()
      const message = `block ${block.blockHeight ?? 'without height'} after block ${known?.blockHeight ?? -1}`
      return Response.json({ code: 14, message, details: [] }, { status: 503 })
    }
    if ((highest && isReset(highest, block)) || growthOf(highest, block) >= 0) highest = block
    return response
  }
  return send
}
