import { hash } from 'node:crypto'

/** Numbers that look random and are the same in every run, so that a size seeded twice is the same database. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to 1, without 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 below the bound. */
  below(bound: number): number {
    return Math.floor(bound * this.fraction())
  }

  /** The same, the small ones far more often: few parties and markets make most of what happens. */
  skewed(bound: number): number {
    return Math.floor(bound * this.fraction() ** 3)
  }

  /** One of some values, the first ones more often. */
  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.skewed(values.length)] ?? values[0]
  }
}

/** The identifier of the numbered record of a kind: 64 hexadecimal digits, scattered as those of a network are. */
export function idOf(kind: string, number: number): string {
  return hash('sha256', `${kind} ${number}`, 'hex')
}
