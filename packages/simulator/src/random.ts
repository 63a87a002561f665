import { createHash } from 'node:crypto'

/**
 * A reproducible source of randomness: the sfc32 generator, started from SHA-256 of seed and stream name.
 *
 * Each kind of record has its own stream. A change in one of them does not reshuffle the other results of a seed.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** @param seed the run's seed @param stream the name of the stream, e.g. `orders` */
  constructor(seed: number, stream: string) {
    const digest = createHash('sha256').update(`${seed}/${stream}`).digest()
    this.#a = digest.readInt32LE(0)
    this.#b = digest.readInt32LE(4)
    this.#c = digest.readInt32LE(8)
  }

  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(((this.bits() >>> 0) / 0x1_0000_0000) * limit)
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  chance(probability: number): boolean {
    return this.bits() >>> 0 < probability * 0x1_0000_0000
  }

  /** Draws the number of occurrences with this mean: one of the two integers around it. */
  times(mean: number): number {
    const whole = Math.floor(mean)
    return this.chance(mean - whole) ? whole + 1 : whole
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** Random bytes as lower-case hexadecimal; by default 32, as in every identifier. */
  hex(bytes = 32): string {
    return this.bytes(bytes).toString('hex')
  }

  bytes(count: number): Buffer {
    const words = new Int32Array(Math.ceil(count / 4)).map(() => this.bits())
    return Buffer.from(words.buffer, 0, count)
  }
}

/** Draws the first elements of a list most often: the oldest parties and markets get most of the records. */
export class DenseRandom extends Random {
  override pick<T>(list: readonly T[]): T {
    const fraction = this.below(0x1_0000_0000) / 0x1_0000_0000
    return list[Math.floor(list.length * fraction ** 3)]!
  }
}

/** The identifier that a name has in every simulated network. */
export function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/** Returns a function that cycles through the elements of a list, so that rare values always occur. */
export function inTurn<T>(list: readonly T[]): () => T {
  let next = 0
  return () => list[next++ % list.length]!
}
