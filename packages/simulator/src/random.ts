import { createHash } from 'node:crypto'
import { mersenne } from 'pure-rand/generator/mersenne'

/**
 * A reproducible source of randomness. Each kind of record has its own stream. A change in one of them does not reshuffle
 * the other results of a seed.
 */
export class Random {
  readonly #generator
  readonly #isDense: boolean

  /** @param isDense true to pick the first elements of a list most often, so that they get most of the records */
  constructor(seed: number, stream: string, isDense = false) {
    this.#isDense = isDense
    this.#generator = mersenne(createHash('sha256').update(`${seed}/${stream}`).digest().readInt32LE())
  }

  /** 32 random bits, as a signed integer. */
  bits(): number {
    return this.#generator.next()
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
    const fraction = this.below(2 ** 32) / 2 ** 32
    return list[Math.floor(list.length * (this.#isDense ? fraction ** 3 : fraction))]!
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

/** The identifier that a name has in every simulated network. */
export function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

/** Returns a function that cycles through the elements of a list, so that rare values always occur. */
export function inTurn<T>(list: readonly T[]): () => T {
  let next = 0
  return () => list[next++ % list.length]!
}
