import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Answer } from '../responses/reply.ts'

/** Maximum memory for responses, per process; bytes. */
const MAX_BYTES = 32 * 1024 * 1024

/** Approximate overhead of an entry; bytes. */
const ENTRY_BYTES = 512

/** Number of places for recent URLs. Polls return before about that many others have come. */
const RECENT = 8192

/**
 * The last responses of URLs that are requested repeatedly. A response is valid until the state of the network
 * changes. A URL that is requested only once, such as a page of a walk, is not kept.
 */
export class RecentAnswers {
  /** Checksums of the last URLs, since they may be long. If two URLs share one, one may be kept too early. */
  readonly #seen = new Uint32Array(RECENT)
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, url) => ENTRY_BYTES + url.length + body.length,
  })

  /** Returns the last response of this URL. It is valid only while its state is that of the network. */
  of(url: string): Answer | undefined {
    return this.#answers.get(url)
  }

  /** Keeps a response from the second request on. */
  add(url: string, answer: Answer): void {
    const checksum = crc32(url)
    const place = checksum % RECENT
    if (this.#seen[place] === checksum) this.#answers.set(url, answer)
    this.#seen[place] = checksum
  }
}
