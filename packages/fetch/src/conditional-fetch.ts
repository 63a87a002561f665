import type { Fetch } from './config.ts'

/**
 * A `fetch` that keeps the last response of each URL, and sends `If-None-Match` with the next request for it. After a
 * 304, the kept body is the response. Requests with another `authorization` or `cookie` do not share responses.
 *
 * @param options `maxSize` is the maximum size of all kept bodies in bytes, 20 000 000 unless set; the one that was not
 * used for the longest time goes first. `fetch` sends the requests; the platform's unless set.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', fetch: conditionalFetch({ maxSize: 5_000_000 }) })
 */
export const conditionalFetch = (
  options: { readonly maxSize?: number | undefined; readonly fetch?: Fetch | undefined } = {},
): Fetch => {
  const { maxSize = 20_000_000, fetch } = options
  const responses = new Map<string, { tag: string; body: Blob }>()
  let total = 0

  const forget = (key: string) => {
    total -= responses.get(key)?.body.size ?? 0
    responses.delete(key)
  }
  const keep = (key: string, tag: string, body: Blob) => {
    forget(key)
    if (body.size > maxSize) return
    responses.set(key, { tag, body })
    total += body.size
    for (const [oldest] of responses) if (total > maxSize) forget(oldest)
  }

  return async (request, init) => {
    const { url } = request
    const headers = new Headers(request.headers)
    const key = JSON.stringify([url, headers.get('authorization'), headers.get('cookie')])
    const kept = headers.has('if-none-match') ? undefined : responses.get(key)
    if (kept) headers.set('if-none-match', kept.tag)
    const response = await (fetch ?? globalThis.fetch)(new Request(request, { headers }), init)
    if (kept && response.status === 304) {
      keep(key, kept.tag, kept.body)
      return answerOf(kept.body.stream(), response)
    }
    const tag = response.headers.get('etag')
    if (!tag || !response.body || !response.ok) return response
    // The body is kept while the client reads it, so the client's maximum size holds.
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const copy = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        chunks.push(chunk)
        controller.enqueue(chunk)
      },
      flush: () => keep(key, tag, new Blob(chunks)),
    })
    return answerOf(response.body.pipeThrough(copy), response)
  }
}

const answerOf = (body: ReadableStream, { headers, url }: Response): Response =>
  Object.defineProperty(new Response(body, { headers }), 'url', { value: url })
