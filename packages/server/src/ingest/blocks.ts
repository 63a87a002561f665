import {
  type BusEvent,
  type EventRecord,
  eventsOf,
  MalformedEvent,
  type Message,
} from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import { sequence } from '../projections/fields.ts'
import { blockBegun, chainOf, isStored, OutOfOrder } from './block-sequence.ts'
import { Damage } from './damage.ts'
import { EventNumbers } from './event-numbers.ts'
import { BEGIN, countType, END } from './event-types.ts'
import { RecordError } from './record-error.ts'
import { RecordCounter } from './record-place.ts'
import { FileStart, LOST, type SourceRecord } from './source.ts'
import { type Aside, emptied, type OpenBlock, type Position, type WholeBlock } from './whole-block.ts'

export interface BlockReaderOptions {
  /** Returns true if a projection reads events of this type. */
  isRead(type: string): boolean
  /** Stops at a gap in the numbers of events. */
  readonly complete?: boolean | undefined
  /** Maximum size of the records that a block keeps in memory; bytes. */
  readonly maxBlock: number
  /** Takes the records of a block with a bad record. Without it, the block is refused. */
  onAside?: ((aside: Aside) => void) | undefined
}

/** Groups events into whole blocks and skips stored ones. */
export class BlockReader {
  readonly #options: BlockReaderOptions
  readonly #numbers: EventNumbers | undefined
  readonly #counter = new RecordCounter()
  #open: OpenBlock | undefined
  #damage: Damage | undefined
  #position: Position
  #chain: string
  /** Number of blocks that were already stored. */
  skipped = 0

  constructor(stored: Position, options: BlockReaderOptions) {
    this.#position = stored
    this.#chain = stored.chain
    this.#options = options
    this.#numbers = options.complete ? new EventNumbers() : undefined
  }

  /** Lines or frames read so far. */
  get records(): number {
    return this.#counter.all
  }

  /** The height of an incomplete block. */
  get unfinished(): bigint | undefined {
    return (this.#open?.block ?? this.#damage?.open)?.height
  }

  /**
   * Reads a record and yields the new blocks that end in it.
   *
   * @throws RecordError for a record that is not an event, or an event out of order
   */
  *read(record: SourceRecord): Generator<WholeBlock> {
    if (record === LOST) this.#open = undefined
    if (record instanceof FileStart) this.#counter.enter(record)
    if (record === LOST || record instanceof FileStart) return
    this.#counter.next(record)
    if (this.#options.onAside && this.#open) this.#hold(this.#open.records, record)
    for (const event of this.#intact(() => eventsOf(record), record) ?? []) {
      const block = this.#intact(() => this.#event(event, record), record)
      if (block) yield block
    }
  }

  /** Runs a step. A bad event ends it, and begins a damage if there is a quarantine. */
  #intact<Result>(step: () => Result, record: EventRecord): Result | undefined {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error
      const reason = this.#refuse(error.message, { cause: error })
      if (!this.#options.onAside) throw reason
      if (this.#damage) {
        this.#damage.bad += 1
        this.#hold(this.#damage.records, record)
      } else this.#damage = new Damage(reason, this.#open?.block, this.#open?.records ?? [record])
      this.#open = undefined
      return undefined
    }
  }

  #event(event: BusEvent, record: EventRecord): WholeBlock | undefined {
    const { type } = event
    if (this.#damage) return this.#damaged(event, record, this.#damage)
    if (type === BEGIN) this.#begin(event, record)
    // A recording may start with the rest of another block, which has no block time here.
    if (!this.#open) return undefined
    const message = this.#options.isRead(type) && !this.#open.stored ? event.payload() : undefined
    if (!this.#open.stored) {
      this.#checked(() => this.#numbers?.check(event, message))
      countType(this.#open.types, type)
    }
    if (message) {
      this.#keep()
      this.#open.events.push({ place: this.#counter.place, type, message })
    }
    return type === END ? this.#end(event, this.#open) : undefined
  }

  #begin(event: BusEvent, record: EventRecord): void {
    const block = blockBegun(event)
    // After a crash the next file may repeat the begin of a block. The rest of the block follows.
    if (this.#open && block.height > this.#open.block.height)
      throw this.#refuse(`block ${block.height} begins before block ${this.#open.block.height} has ended`)
    this.#chain = this.#checked(() => chainOf(event, this.#chain))
    this.#numbers?.begin()
    this.#counter.begin()
    this.#open = {
      block,
      events: [],
      types: new Map(),
      records: this.#options.onAside ? [record] : [],
      stored: this.#checked(() => isStored(block, this.#position)),
    }
  }

  #end(event: BusEvent, { block, events, types, stored, records }: OpenBlock): WholeBlock | undefined {
    const height = sequence(event.payload() as Message<'vega.events.v1.EndBlock'>, 'height')
    this.#open = undefined
    if (height !== block.height) {
      if (event.block.toLowerCase() === block.hash)
        throw this.#refuse(`block ${height} ends, but block ${block.height} is open`)
      // Events are missing between two files: the end of one block, and the begin of another.
      return undefined
    }
    if (stored) {
      this.skipped += 1
      return undefined
    }
    const before = this.#position
    const hashes = block.height === before.height ? [...before.hashes, block.hash] : [block.hash]
    this.#position = this.#at(block, hashes)
    return { ...block, events, types, records, position: this.#position }
  }

  /** Reads an event after a bad one, up to the end of that block or the begin of the next one. */
  #damaged(event: BusEvent, record: EventRecord, damage: Damage): WholeBlock | undefined {
    if (event.type !== BEGIN) this.#hold(damage.records, record)
    if (event.type !== BEGIN && event.type !== END) return undefined
    const lost = this.#checked(() => damage.end(event, this.#position))
    this.#damage = undefined
    if (lost) this.#options.onAside?.(lost)
    const aside = lost && lost.count > 0 ? this.#emptyBlock(lost, damage, event.type === END) : undefined
    if (event.type === BEGIN) this.#begin(event, record)
    return aside
  }

  #emptyBlock({ height, hash }: Aside, damage: Damage, hasEnd: boolean): WholeBlock {
    const block = { height, hash, time: damage.timeOf(height) ?? this.#position.time }
    this.#position = this.#at(block, [hash], hasEnd)
    return emptied({ ...block, events: [], types: new Map(), records: [], position: this.#position })
  }

  /** @param hasEnd whether the current record has the end of the block, which proves the place */
  #at({ height, time }: Block, hashes: readonly string[], hasEnd = true): Position {
    const place = hasEnd ? this.#counter.filePlace : undefined
    return { chain: this.#chain, height, hashes, time, ...(place && { place }) }
  }

  /** Runs a check of the order of events, which no quarantine passes over. */
  #checked<Result>(check: () => Result): Result {
    try {
      return check()
    } catch (error) {
      throw error instanceof OutOfOrder ? this.#refuse(error.message, { cause: error }) : error
    }
  }

  /** Keeps the current record for a quarantine, once. */
  #hold(records: EventRecord[], record: EventRecord): void {
    if (records.at(-1) === record) return
    records.push(record)
    this.#keep()
  }

  /** Counts the current record as kept. A block without an end would fill the memory. */
  #keep(): void {
    const { maxBlock } = this.#options
    if (this.#counter.keep() <= maxBlock) return
    const block = this.#open ? `block ${this.#open.block.height}` : 'a damaged block'
    throw this.#refuse(
      `${block} has more than ${maxBlock / 1e6} MB of events, and no end yet; check that the source has the end of the block, or raise --max-block`,
    )
  }

  #refuse(problem: string, options?: ErrorOptions): RecordError {
    return new RecordError(this.#counter.place, problem, options)
  }
}
