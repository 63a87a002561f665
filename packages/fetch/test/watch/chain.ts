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
  readonly text: string
  readonly etag: string
}

const stateOf = (height: number, rows: ReadonlyMap<string, Row>): State => {
  const edges = [...rows].map(([cursor, node]) => ({ cursor, node }))
  const pageInfo = { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false }
  const text = JSON.stringify({ signatures: { edges, pageInfo } })
  return {
    height,
    rows,
    text,
    etag: `W/"${createHash('sha1').update(text).digest('base64url').slice(0, 16)}"`,
  }
}

/** The true history of a list: its state at each block. Most blocks change nothing. */
export class Chain {
  readonly states: State[] = [stateOf(0, new Map())]
  readonly #random: Random
  #created = 0

  constructor(random: Random) {
    this.#random = random
  }

  get newest(): State {
    return this.states.at(-1)!
  }

  /** Appends a block. */
  grow(): void {
    const { height, rows } = this.newest
    const next = new Map(rows)
    if (this.#random.below(3) === 0)
      for (let change = this.#random.below(3); change >= 0; change--) this.#change(next, height + 1)
    this.states.push(stateOf(height + 1, next))
  }

  #change(rows: Map<string, Row>, height: number): void {
    const cursors = [...rows.keys()]
    const kind = cursors.length === 0 ? 0 : this.#random.below(3)
    if (kind === 0) {
      const cursor = `c${++this.#created}`
      rows.set(cursor, { id: cursor, sig: `${height}` })
      return
    }
    const cursor = this.#random.pick(cursors)
    if (kind === 1) rows.delete(cursor)
    // A value may return to an earlier one.
    else rows.set(cursor, { id: cursor, sig: `${this.#random.below(4)}` })
  }
}
