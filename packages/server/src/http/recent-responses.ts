import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Answer } from '../responses/reply.ts'

/** Maximum memory for responses, per process; bytes. */
const MAX_BYTES = 32 * 1024 * 1024

/** Limits of a kept response. A look-up of a smaller one is as fast, and polls are not larger. */
const MIN_BYTES_EACH = 2 * 1024
const MAX_BYTES_EACH = 2 * 1024 * 1024

/** Maximum length of a kept URL. Polls are not longer, and any client can send new long URLs to fill the memory. */
const MAX_ADDRESS = 2_000

/** Approximate overhead of an entry; bytes. */
const ENTRY_BYTES = 512

/**
 * Approximate number of recent URLs in memory. Polls return before that many others have come. Walks over more pages
 * do not evict them.
 */
const PLACES = 4096

type Recent = Pick<Answer, 'block' | 'etag'> & Partial<Pick<Answer, 'body'>>

/**
 * The last responses of URLs that are requested repeatedly. A response is valid until the state of the network
 * changes. A URL that is requested only once, such as a page of a walk, is not kept.
 */
export class RecentAnswers {
  /** Checksums of requested URLs. If two URLs share a place or a checksum, one may be kept too early. */
  readonly #seen = new Uint32Array(PLACES)
  readonly #answers = new LRUCache<string, Recent>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, url) => ENTRY_BYTES + url.length + (body?.length ?? 0),
  })

  /** Returns the last response of this URL. It is valid only while its state is that of the network. */
  of(url: string): Recent | undefined {
    return this.#answers.get(url)
  }

  /** Keeps a response from the second request on: as bytes, ready to send, or only its tag for clients that have it. */
  add(url: string, { body, block, etag }: Answer): void {
    if (url.length > MAX_ADDRESS || !this.#wasSeen(url)) return
    const isKept = body.length >= MIN_BYTES_EACH && body.length <= MAX_BYTES_EACH
    this.#answers.set(url, { block, etag, ...(isKept && { body }) })
  }

  #wasSeen(url: string): boolean {
    const checksum = crc32(url)
    const place = checksum % PLACES
    const before = this.#seen[place]
    this.#seen[place] = checksum
    return before === checksum
  }
}
