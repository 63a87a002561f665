import { LRUCache } from 'lru-cache'
import type { Answer } from './replies.ts'

/** Bytes of answers kept in memory, by each process. */
const MOST_BYTES = 32 * 1024 * 1024

/** An answer bigger than this is no poll. */
const MOST_BYTES_EACH = 2 * 1024 * 1024

/** A longer address is no poll either. It takes memory as the answer does, and anybody can send ever new ones. */
const LONGEST_ADDRESS = 2_000

/** What an entry takes besides its answer and its address, roughly. */
const ENTRY_BYTES = 512

/** Addresses asked for once that are remembered; beyond that many they are forgotten together. */
const MOST_SEEN = 10_000

/**
 * The last answers of addresses that are asked for again and again. An answer holds until the network moves on, which
 * its tag tells. One that is asked for once only, such as a page of a walk, is not worth its memory.
 */
export class RecentAnswers {
  readonly #seen = new Set<string>()
  readonly #answers = new LRUCache<string, Answer<Buffer>>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }, url) => ENTRY_BYTES + url.length + body.length,
  })

  /** The last answer to a request of this address. It is to be sent only if its tag is still that of the network. */
  of(url: string): Answer<Buffer> | undefined {
    return this.#answers.get(url)
  }

  /** Keeps an answer from the second on, as bytes: that is what is sent. */
  add(url: string, answer: Answer): void {
    if (url.length > LONGEST_ADDRESS) return
    if (this.#seen.has(url)) {
      if (answer.etag === undefined || answer.body.length > MOST_BYTES_EACH) return
      this.#answers.set(url, { ...answer, body: Buffer.from(answer.body) })
    } else {
      if (this.#seen.size >= MOST_SEEN) this.#seen.clear()
      this.#seen.add(url)
    }
  }
}
