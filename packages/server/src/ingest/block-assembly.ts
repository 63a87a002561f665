import { BEGIN, type BusEvent, END, placeOf, type Violation } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import { projections } from '../projections/index.ts'
import { isRead } from './event-types.ts'
import { OpenBlock } from './open-block.ts'
import { shortened } from './printable.ts'
import { RecordError, type RecordPlace } from './record-error.ts'
import { blockBegun, type StoredBlocks } from './stored-blocks.ts'

export interface Assembled {
  readonly open: OpenBlock
  readonly block: Block
  /** True if a gap in the numbers of its events was accepted. */
  readonly hasGap: boolean
}

/** Assembles events to blocks, checks their order and skips those of stored blocks. */
export class BlockAssembly {
  readonly #stored: StoredBlocks
  readonly #isPartial: boolean
  #chain: string
  #open: OpenBlock | undefined
  /** Height of the stored block whose events are skipped. */
  #skipping: bigint | undefined
  /** The number of the last event of the last block, if that was read and not skipped. */
  #lastNumber = Number.POSITIVE_INFINITY
  /** Number of blocks that were already stored. */
  skipped = 0

  /** @param isPartial true to accept a late start, and gaps in the numbers of events */
  constructor(stored: StoredBlocks, isPartial: boolean) {
    this.#stored = stored
    this.#isPartial = isPartial
    this.#chain = stored.last.chain
  }

  /** The block whose end has not arrived. */
  get open(): OpenBlock | undefined {
    return this.#open
  }

  /** True after the begin of a block and before its end, also of a stored one. */
  get isWithinBlock(): boolean {
    return (this.#open ?? this.#skipping) !== undefined
  }

  get chain(): string {
    return this.#chain
  }

  drop(): void {
    this.#open = undefined
    this.#lastNumber = Number.POSITIVE_INFINITY
  }

  /**
   * Reads an event. Returns its block if that is whole now; the caller adds it to the stored ones.
   *
   * @throws RecordError for an event out of order
   * @throws MalformedEvent for an event without a valid form
   */
  add(event: BusEvent, place: RecordPlace): Assembled | undefined {
    const { height, number } = placeOf(event)
    const { type } = event
    if (type === BEGIN) this.#begin(event, height, place)
    else if (this.#open?.height !== height) {
      if (height <= this.#stored.last.height) return this.#skip(type, height, number, place)
      if (this.#open) this.#refuseOpen(this.#open, event, place)
      // A recording may start within a block.
      if (this.#isPartial && this.#stored.isEmpty) return undefined
      this.#open = new OpenBlock(height)
    }
    const open = this.#open
    if (!open) return undefined
    const payload = isRead(type) ? event.payload() : undefined
    const message = projections.has(type) ? payload : undefined
    open.add({ event, number, place, type, ...(message && { message }) })
    return open.isWhole || (open.hasEnd && this.#isPartial) ? this.#close(open) : undefined
  }

  /** Ends the stream. @throws RecordError when the end of the open block has arrived, but not all of its events */
  end(): void {
    if (this.#open?.hasEnd) this.#hasGap(this.#open)
  }

  #begin(event: BusEvent, height: bigint, place: RecordPlace): void {
    const block = blockBegun(event)
    this.#chain = this.#stored.chainOf(event, this.#chain, place)
    this.#skipping = this.#stored.has(block, place) ? block.height : undefined
    const open = this.#open
    if (open && height > open.height) this.#refuseOpen(open, event, place)
    // After a crash the next file may repeat blocks, or the begin of the open one. The rest follows.
    if (this.#skipping !== undefined) this.#open = undefined
    else if (!open || open.begin) this.#open = new OpenBlock(height)
    if (this.#open) this.#open.begin = block
  }

  #skip(type: string, height: bigint, number: number, place: RecordPlace): undefined {
    if (height === this.#stored.last.height && number > this.#lastNumber)
      throw new RecordError(place, `event ${height}-${number} lies after the end of its block`)
    if (type !== END || this.#skipping !== height) return
    this.#skipping = undefined
    this.skipped += 1
  }

  #close(open: OpenBlock): Assembled {
    const hasGap = this.#hasGap(open)
    this.#open = undefined
    this.#lastNumber = open.lastNumber
    return { open, block: open.begin as Block, hasGap }
  }

  /** Refuses a block that has no end where another one follows. */
  #refuseOpen(open: OpenBlock, event: BusEvent, place: RecordPlace): void {
    open.add({ event, number: Number.POSITIVE_INFINITY, place, type: event.type })
    this.#hasGap(open)
  }

  /** Returns true for an accepted gap. @throws RecordError for any other violation of the order of events */
  #hasGap(open: OpenBlock): boolean {
    let hasGap = false
    for (const [violation, place] of open.violations(this.#stored)) {
      const isGap = violation.rule === 2 && violation.give !== undefined
      if (!this.#isPartial || !(isGap || violation.rule === 1))
        throw new RecordError(place, described(violation))
      hasGap ||= isGap
    }
    return hasGap
  }
}

function described({ rule, place, message, give }: Violation): string {
  const problem = shortened(rule === 1 || rule === 4 ? message : `event ${place}: ${message}`, 400)
  if (give === undefined) return problem
  if (rule === 1)
    return `${problem}; give the events from ${give} on, restore a snapshot that has them, or accept a late start with --partial`
  if (rule === 2)
    return `${problem}; read the block from a source that has all events, or accept gaps with --partial`
  return `${problem}; give the events from ${give} on`
}
