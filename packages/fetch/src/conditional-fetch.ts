import type { Fetch } from './config.ts'

interface Kept {
  readonly tag: string
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/**
 * A `fetch` that keeps the last response of each URL. The next request for it sends `If-None-Match`. If the server has
 * nothing newer, it responds with 304 and no body, and the kept body is the response, with the headers of the 304.
 *
 * @param options `max` is the number of kept responses, 100 unless set; the one that was not used for the longest time
 * goes first. `fetch` sends the requests; the platform's unless set.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', fetch: conditionalFetch({ max: 1000 }) })
 */
export const conditionalFetch = ({
  max = 100,
  fetch,
}: {
  readonly max?: number | undefined
  readonly fetch?: Fetch | undefined
} = {}): Fetch => {
  const responses = new Map<string, Kept>()
  const keep = (url: string, kept: Kept) => {
    responses.delete(url)
    responses.set(url, kept)
    for (const [oldest] of responses) if (responses.size > max) responses.delete(oldest)
  }

  return async (input, init) => {
    const url = typeof input === 'string' ? input : input.url
    const headers = new Headers(init.headers ?? (input as Request).headers)
    const kept = headers.has('if-none-match') ? undefined : responses.get(url)
    if (kept) headers.set('if-none-match', kept.tag)
    const response = await (fetch ?? globalThis.fetch)(input, { ...init, headers })
    if (kept && response.status === 304) {
      keep(url, kept)
      return answerOf(new Blob([...kept.chunks]).stream(), response)
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
      flush: () => keep(url, { tag, chunks }),
    })
    return answerOf(response.body.pipeThrough(copy), response)
  }
}

/** A response with this body and the headers of another one, at the same URL. */
const answerOf = (body: ReadableStream, { headers, url }: Response): Response =>
  Object.defineProperty(new Response(body, { headers }), 'url', { value: url })
