import { isDeepStrictEqual } from 'node:util'
import type { WatchEvent } from '../../src/watch.ts'
import type { Chain, Row } from './chain.ts'
import { type Mode, shownRows } from './responses.ts'

/** Applies the events of a watch, and compares each block with the true histories. */
export class Consumer {
  readonly rows = new Map<string, Row>()
  readonly counts = { blocks: 0, merged: 0, resets: 0, offline: 0, unnoticed: 0 }
  connection: 'online' | 'offline' | 'behind' = 'online'
  #height = -1
  #chain: Chain
  #records: readonly unknown[] | undefined
  readonly #chains: readonly Chain[]
  readonly #mode: Mode

  constructor(chains: readonly Chain[], mode: Mode) {
    this.#chains = chains
    this.#chain = chains[0]!
    this.#mode = mode
  }

  take(event: WatchEvent<unknown, Row>): void {
    const { type, record, previous, records, last } = event
    if (type === 'offline' || type === 'behind' || type === 'online') {
      this.connection = type
      if (type !== 'online') this.counts.offline++
      return
    }
    const height = Number(event.blockHeight)
    const isStart = this.#height < 0
    if (type === 'state') this.rows.clear()
    if (event.reset) {
      this.counts.resets++
      this.#height = -1
    }
    if (height < this.#height) throw new Error(`step back from block ${this.#height} to ${height}`)
    if (this.#records && this.#records !== records)
      throw new Error(`block ${height} before the end of another`)
    this.#records = last ? undefined : records
    if (type === 'state') for (const row of records) this.rows.set(row.id, row)
    if (previous && previous.id !== record?.id) this.rows.delete(previous.id)
    if (record) this.rows.set(record.id, record)
    if (last) this.#compare(event, height, isStart || event.reset)
  }

  #compare({ type, records, merged }: WatchEvent<unknown, Row>, height: number, isNew: boolean): void {
    const truthOf = (chain: Chain | undefined) => {
      const state = chain?.states[height]
      return state && shownRows(state, this.#mode)
    }
    const isShown = (chain: Chain) => isDeepStrictEqual(truthOf(chain), records)
    if (!isShown(this.#chain)) {
      const other = this.#chains.findLast(isShown)
      if (!other) throw new Error(`block ${height} is partial`)
      // A history with the same chain id that has passed the known height.
      if (!isNew) this.counts.unnoticed++
      this.#chain = other
    } else if (!isNew && type !== 'state' && !merged && height > 0) {
      const before = this.#chain.states[height - 1]!
      const shown = this.#chain.states[this.#height]!
      if (!isDeepStrictEqual(shownRows(before, this.#mode), shownRows(shown, this.#mode)))
        throw new Error(`block ${height} hides others`)
    }
    if (!isDeepStrictEqual([...this.rows.values()], records)) throw new Error(`block ${height} is partial`)
    this.#height = height
    this.counts.blocks++
    if (merged) this.counts.merged++
  }
}
