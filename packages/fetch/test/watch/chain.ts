import { createHash } from 'node:crypto'
import type { Random } from '@trading-network/simulator'

/** A node signature, whose `sig` changes. */
export interface Row {
  readonly id: string
  readonly sig: string
}

/** A list at one block. */
export interface State {
  readonly height: number
  readonly rows: ReadonlyMap<string, Row>
}

/** The headers that name a block. */
export type BlockHeaders = Readonly<Record<string, string>>

/** The true history of a list: its state at each block. Most blocks change nothing. */
export class Chain {
  readonly states: State[] = [{ height: 0, rows: new Map() }]
  readonly #random: Random
  readonly #id: string
  /** The time of the first block, in seconds. A network that starts again is later than all blocks before. */
  readonly #start: number
  /** The number of the history: also rows at the same height are different ones. */
  readonly number: number
  #created = 0

  constructor(random: Random, number = 0, id = 'first', start = 0) {
    this.#random = random
    this.number = number
    this.#id = id
    this.#start = start
  }

  get newest(): State {
    return this.states.at(-1)!
  }

  headersAt(height: number): BlockHeaders {
    const hash = createHash('sha1').update(`${this.number} ${height}`).digest('hex')
    return {
      'x-block-height': `${height}`,
      'x-block-timestamp': `${this.#start + height}000000000`,
      'x-block-hash': hash,
      'x-chain-id': this.#id,
    }
  }

  /** The next history of the network: with another chain id, or with the same. */
  restarted(hasNewId: boolean): Chain {
    const id = hasNewId ? `chain-${this.number + 1}` : this.#id
    return new Chain(this.#random, this.number + 1, id, this.#start + this.newest.height + 1)
  }

  /** Appends a block. */
  grow(): void {
    const { height, rows } = this.newest
    const next = new Map(rows)
    if (this.#random.below(3) === 0)
      for (let change = this.#random.below(3); change >= 0; change--) this.#change(next, height + 1)
    this.states.push({ height: height + 1, rows: next })
  }

  #change(rows: Map<string, Row>, height: number): void {
    const cursors = [...rows.keys()]
    const kind = cursors.length === 0 ? 0 : this.#random.below(3)
    if (kind === 0) {
      const cursor = `${this.number}-${++this.#created}`
      rows.set(cursor, { id: cursor, sig: `${height}` })
      return
    }
    const cursor = this.#random.pick(cursors)
    if (kind === 1) rows.delete(cursor)
    // A value may return to an earlier one.
    else rows.set(cursor, { id: cursor, sig: `${this.#random.below(4)}` })
  }
}
