import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Answer } from '../responses/reply.ts'

/** Bytes of answers kept in memory, by each process. */
const MAX_BYTES = 32 * 1024 * 1024

/** A smaller answer is looked up as quickly as it is remembered; a bigger one is no poll. */
const MIN_BYTES_EACH = 2 * 1024
const MAX_BYTES_EACH = 2 * 1024 * 1024

/** A longer address is no poll either. It takes memory as the answer does, and anybody can send ever new ones. */
const MAX_ADDRESS = 2_000

/** What an entry takes besides its answer and its address, roughly. */
const ENTRY_BYTES = 512

/**
 * Addresses asked for lately that are remembered, about. Polls come again before so many others have come; walks over
 * more do not push them out.
 */
const PLACES = 4096

/**
 * The last answers of addresses that are asked for again and again. An answer holds until the network moves on, which
 * its tag tells. One that is asked for once only, such as a page of a walk, is not worth its memory.
 */
export class RecentAnswers {
  /** Checksums of addresses that were asked for. Of two that share a place, or even a checksum, one may be kept early. */
  readonly #seen = new Uint32Array(PLACES)
  readonly #answers = new LRUCache<string, Answer<Buffer>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, url) => ENTRY_BYTES + url.length + body.length,
  })

  /** The last answer to a request of this address. It is to be sent only if its tag is still that of the network. */
  of(url: string): Answer<Buffer> | undefined {
    return this.#answers.get(url)
  }

  /** Keeps an answer from the second on, as bytes: that is what is sent. */
  add(url: string, answer: Answer): void {
    const { body, etag } = answer
    if (body.length < MIN_BYTES_EACH || body.length > MAX_BYTES_EACH || etag === undefined) return
    if (url.length > MAX_ADDRESS || !this.#wasSeen(url)) return
    this.#answers.set(url, { ...answer, body: Buffer.from(body) })
  }

  #wasSeen(url: string): boolean {
    const checksum = crc32(url)
    const place = checksum % PLACES
    const before = this.#seen[place]
    this.#seen[place] = checksum
    return before === checksum
  }
}
