import { LRUCache } from 'lru-cache'
import type { Answer } from './replies.ts'

/** Bytes of answers kept in memory, by each process. */
const MOST_BYTES = 32 * 1024 * 1024

/** An answer bigger than this is no poll. */
const MOST_BYTES_EACH = 2 * 1024 * 1024

/** What an entry takes besides its answer, roughly: its address, mostly. */
const ENTRY_BYTES = 512

/** An address that was asked for once. */
const SEEN = 'seen'

/**
 * The last answers of addresses that are asked for again and again. An answer holds until the network moves on, which
 * its tag tells. One that is asked for once only, such as a page of a walk, is not worth its memory.
 */
export class RecentAnswers {
  readonly #entries = new LRUCache<string, Answer<Buffer> | typeof SEEN>({
    maxSize: MOST_BYTES,
    sizeCalculation: entry => ENTRY_BYTES + (entry === SEEN ? 0 : entry.body.length),
  })

  /** The last answer to a request of this address. It is to be sent only if its tag is still that of the network. */
  of(url: string): Answer<Buffer> | undefined {
    const entry = this.#entries.get(url)
    return entry === SEEN ? undefined : entry
  }

  /** Keeps an answer from the second on, as bytes: that is what is sent. */
  add(url: string, answer: Answer): void {
    const { body, etag } = answer
    if (etag === undefined) return
    if (!this.#entries.has(url)) this.#entries.set(url, SEEN)
    else if (body.length <= MOST_BYTES_EACH) {
      this.#entries.set(url, { ...answer, body: Buffer.from(body) })
    }
  }
}
