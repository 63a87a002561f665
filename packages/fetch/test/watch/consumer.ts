import { isDeepStrictEqual } from 'node:util'
import type { NodeSignature, NodeSignatureList } from '@trading-network/types'
import type { WatchEvent } from '../../src/watch.ts'
import type { Chain, Row } from './chain.ts'

/** Applies the events of a watch, and compares each block with the true history. */
export class Consumer {
  readonly rows = new Map<string, Row>()
  blocks = 0
  merged = 0
  #height = -1
  #records: readonly Row[] | undefined
  readonly #chain: Chain

  constructor(chain: Chain) {
    this.#chain = chain
  }

  take(event: WatchEvent<NodeSignatureList, NodeSignature>): void {
    const height = Number(event.blockHeight)
    const { type, record, previous, records, merged, last } = event
    if (height < this.#height) throw new Error(`step back from block ${this.#height} to ${height}`)
    if (this.#records && this.#records !== records)
      throw new Error(`block ${height} before the end of another`)
    this.#records = last ? undefined : records
    if (type === 'state') for (const row of records) this.rows.set(row.id, row)
    else if (type === 'removed') this.rows.delete(previous.id)
    else this.rows.set(record.id, record)
    if (!last) return
    const truth = this.#chain.states[height]!
    const expected = [...truth.rows.values()]
    if (!isDeepStrictEqual([...this.rows.values()], expected) || !isDeepStrictEqual(records, expected))
      throw new Error(`block ${height} is partial`)
    if (type !== 'state' && !merged) {
      const before = this.#chain.states[height - 1]!.etag
      if (before !== this.#chain.states[this.#height]!.etag) throw new Error(`block ${height} hides others`)
    }
    this.#height = height
    this.blocks++
    if (merged) this.merged++
  }
}
