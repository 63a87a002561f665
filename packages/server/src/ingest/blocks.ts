import { type BusEvent, type EventRecord, eventsOf, MalformedEvent } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import { type Assembled, BlockAssembly } from './block-assembly.ts'
import { Damage } from './damage.ts'
import { BEGIN, END } from './event-types.ts'
import type { OpenBlock } from './open-block.ts'
import type { IngestOptions } from './options.ts'
import { RecordError } from './record-error.ts'
import { RecordCounter } from './record-place.ts'
import { FileStart, LOST, type SourceRecord } from './source.ts'
import type { StoredBlocks } from './stored-blocks.ts'
import type { Aside, Position, WholeBlock } from './whole-block.ts'

/** Maximum size of the events of a block; bytes. Twice as much memory is in use then. */
const MAX_BLOCK = 256_000_000

/** Reads whole blocks from records. With a quarantine, it passes over damaged ones. */
export class BlockReader {
  readonly #maxBlock: number
  readonly #onAside: ((aside: Aside) => void) | undefined
  readonly #counter = new RecordCounter()
  readonly #stored: StoredBlocks
  readonly #assembly: BlockAssembly
  #damage: Damage | undefined
  /** Bytes of the records since the begin of the open or damaged block. */
  #size = 0
  /** The records of the open block, kept only with a quarantine. */
  #records: EventRecord[] = []

  /** @param onAside takes the records of a block with a bad record. Without it, the block is refused. */
  constructor(
    stored: StoredBlocks,
    { partial = false, maxBlock = MAX_BLOCK }: IngestOptions,
    onAside: ((aside: Aside) => void) | undefined,
  ) {
    this.#maxBlock = maxBlock
    this.#onAside = onAside
    this.#stored = stored
    this.#assembly = new BlockAssembly(stored, partial)
  }

  /** Lines or frames read so far. */
  get records(): number {
    return this.#counter.all
  }

  /** Number of blocks that were already stored. */
  get skipped(): number {
    return this.#assembly.skipped
  }

  /** The height of an incomplete block. */
  get unfinished(): bigint | undefined {
    return this.#assembly.open?.height ?? this.#damage?.open?.height
  }

  /**
   * Reads a record and yields the new blocks that end in it.
   *
   * @throws RecordError for a record that is not an event, or an event out of order
   */
  *read(record: SourceRecord): Generator<WholeBlock> {
    if (record === LOST) this.#assembly.drop()
    if (record instanceof FileStart) this.#counter.enter(record)
    if (record === LOST || record instanceof FileStart) return
    this.#counter.next(record)
    const before = this.#assembly.open
    if (this.#onAside && before) this.#hold(this.#records, record)
    for (const event of this.#intact(() => eventsOf(record), record) ?? []) {
      const block = this.#intact(() => this.#event(event, record), record)
      if (block) yield block
    }
    this.#limit(before)
  }

  /** Ends the source. @throws RecordError when the last block has its end, but lacks events */
  end(): void {
    this.#assembly.end()
  }

  /** Runs a step. A bad event ends it, and begins a damage if there is a quarantine. */
  #intact<Result>(step: () => Result, record: EventRecord): Result | undefined {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error
      const reason = this.#refuse(error.message, { cause: error })
      if (!this.#onAside) throw reason
      const { open } = this.#assembly
      if (this.#damage) {
        this.#damage.bad += 1
        this.#hold(this.#damage.records, record)
      } else this.#damage = new Damage(reason, open?.begin, open ? this.#records : [record])
      this.#assembly.drop()
      return undefined
    }
  }

  #event(event: BusEvent, record: EventRecord): WholeBlock | undefined {
    if (this.#damage) return this.#damaged(event, record, this.#damage)
    const before = this.#assembly.open
    const whole = this.#assembly.add(event, this.#counter.place)
    if (whole) return this.#whole(whole)
    if (this.#assembly.open !== before) this.#records = this.#onAside ? [record] : []
    return undefined
  }

  #whole({ open, block, hasGap }: Assembled): WholeBlock {
    const { last } = this.#stored
    // Genesis and the first block share a height.
    const hashes = block.height === last.height ? [...last.hashes, block.hash] : [block.hash]
    const position = this.#add(block, hashes)
    const { events, types } = open
    return { ...block, events, types, records: this.#records, position, gaps: hasGap ? 1 : 0 }
  }

  /** Reads an event after a bad one, up to the end of that block or the begin of the next one. */
  #damaged(event: BusEvent, record: EventRecord, damage: Damage): WholeBlock | undefined {
    if (event.type !== BEGIN) this.#hold(damage.records, record)
    if (event.type !== BEGIN && event.type !== END) return undefined
    const lost = damage.end(event, this.#stored.last, this.#counter.place)
    this.#damage = undefined
    if (lost) this.#onAside?.(lost)
    const aside = lost && lost.count > 0 ? this.#emptyBlock(lost, damage.open, event.type === END) : undefined
    if (event.type === BEGIN) this.#event(event, record)
    return aside
  }

  /** @param open the first lost block, if its begin has arrived */
  #emptyBlock({ height, hash, count }: Aside, open: Block | undefined, hasEnd: boolean): WholeBlock {
    const block = { height, hash, time: (open?.height === height ? open : this.#stored.last).time }
    const position = this.#add(block, [hash], hasEnd)
    return { ...block, events: [], types: new Map(), records: [], position, gaps: count }
  }

  /** @param hasEnd whether the current record has the end of the block, which proves the place */
  #add({ height, time }: Block, hashes: readonly string[], hasEnd = true): Position {
    const place = hasEnd ? this.#counter.filePlace : undefined
    const position = { chain: this.#assembly.chain, height, hashes, time, ...(place && { place }) }
    this.#stored.add(position)
    return position
  }

  /** Keeps the current record for a quarantine, once. */
  #hold(records: EventRecord[], record: EventRecord): void {
    if (records.at(-1) !== record) records.push(record)
  }

  /** Limits the records of a block. One without an end would fill the memory. */
  #limit(before: OpenBlock | undefined): void {
    const { open } = this.#assembly
    if (open || this.#damage) {
      const isNew = open !== undefined && open !== before
      this.#size = (isNew ? 0 : this.#size) + this.#counter.size
    } else this.#size = 0
    if (this.#size <= this.#maxBlock) return
    const block = open ? `block ${open.height}` : 'a damaged block'
    throw this.#refuse(
      `${block} has more than ${this.#maxBlock / 1e6} MB of events, and no end yet; check that the source has the end of the block, or raise --max-block`,
    )
  }

  #refuse(problem: string, options?: ErrorOptions): RecordError {
    return new RecordError(this.#counter.place, problem, options)
  }
}
