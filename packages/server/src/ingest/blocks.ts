import { BEGIN, type BusEvent, endsBlock, eventsOf, MalformedEvent, placeOf } from '@trading-network/events'
import { projections } from '../projections/index.ts'
import { BlockChecks } from './block-checks.ts'
import { BlockCollector, type HeldEvent, type OpenBlock } from './block-collector.ts'
import { isRead } from './event-types.ts'
import type { IngestOptions, Progress } from './options.ts'
import { RecordCounter, RecordError } from './record-place.ts'
import type { SourceRecord } from './source.ts'
import type { WholeBlock } from './store-blocks.ts'
import { type Block, blockBegun, type StoredBlocks } from './stored-blocks.ts'

/** Maximum size of the events of a block; bytes. Twice as much memory is in use then. */
const MAX_BLOCK = 256_000_000

/** Reads records as whole blocks: collects the events of a block, then checks it. */
export class BlockReader {
  readonly #options: IngestOptions
  readonly #onLeftOut: (error: RecordError) => void
  readonly #counter = new RecordCounter()
  readonly #stored: StoredBlocks
  readonly #collector = new BlockCollector()
  readonly #checks: BlockChecks
  /** True until an event has been read. */
  #isEmpty = true

  /** @param onLeftOut called for each event that a partial history leaves out */
  constructor(stored: StoredBlocks, options: IngestOptions, onLeftOut: (error: RecordError) => void) {
    this.#options = options
    this.#onLeftOut = onLeftOut
    this.#stored = stored
    this.#checks = new BlockChecks(stored, options.partial === true, onLeftOut)
  }

  /** The numbers of the records and blocks that were read. */
  get progress(): Pick<Progress, 'records' | 'skipped' | 'isEmpty' | 'unfinished'> {
    const { open } = this.#collector
    return {
      records: this.#counter.all,
      skipped: this.#checks.skipped,
      isEmpty: this.#isEmpty,
      ...(open && { unfinished: open.height }),
    }
  }

  /**
   * Reads a record and yields the new blocks that it closes.
   *
   * @throws RecordError for a record that is not an event, or an event out of order
   */
  *read(record: SourceRecord): Generator<WholeBlock> {
    if (typeof record === 'object' && 'place' in record) {
      if (record.isAfterLoss) this.#collector.close()
      this.#counter.enter(record)
      return
    }
    this.#counter.next(record)
    for (const event of this.#intact(() => eventsOf(record)) ?? []) {
      this.#isEmpty = false
      const held = this.#intact(() => this.#newEvent(event))
      if (!held) continue
      yield* this.#checked(this.#collector.closedBy(held), held)
      yield* this.#checked(this.#collector.add(held))
    }
    this.#limit()
  }

  /**
   * Ends the source, and yields the block that it closes.
   *
   * @throws RecordError when the last block lacks events, or its end
   */
  *end(): Generator<WholeBlock> {
    const { open } = this.#collector
    const { partial, openEnd } = this.#options
    if (open?.hasEnd) yield* this.#checked(this.#collector.close())
    else if (open && !partial && !openEnd)
      throw new RecordError(
        this.#counter.place,
        `the input ends within block ${open.height}; give the events from there on, or accept an input that is still written with --open-end`,
      )
  }

  /** Returns an event of a block that is not stored. @throws MalformedEvent for an event without a valid form */
  #newEvent(event: BusEvent): HeldEvent | undefined {
    const { type } = event
    const begin = type === BEGIN ? blockBegun(event) : undefined
    const { place } = this.#counter
    const held: HeldEvent = { event, ...placeOf(event), begin, type, place }
    if (this.#checks.isStored(held)) {
      // After a crash the next file may repeat blocks. The rest of the open one follows.
      if (begin) this.#collector.close()
      return undefined
    }
    const payload = isRead(type) ? event.payload() : undefined
    if (projections.has(type)) held.message = payload
    if (endsBlock(event)) held.filePlace = this.#counter.filePlace
    return held
  }

  /** Runs a step. A partial history leaves out a bad event within a block, whose numbers then have a gap. */
  #intact<Result>(step: () => Result): Result | undefined {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error
      const bad = new RecordError(this.#counter.place, error.message, { cause: error })
      const isWithinBlock = this.#collector.open !== undefined || this.#checks.repeated !== undefined
      if (!this.#options.partial || !isWithinBlock) throw bad
      this.#onLeftOut(bad)
      return undefined
    }
  }

  *#checked(closed: OpenBlock | undefined, next?: HeldEvent): Generator<WholeBlock> {
    if (!closed) return
    // A recording may start within a block.
    if (!closed.begin && this.#options.partial && this.#stored.isEmpty) return
    const hasGap = this.#checks.hasGap(closed, next)
    const { height, hash, time } = closed.begin as Block
    const { last } = this.#stored
    // Genesis and the first block share a height.
    const hashes = height === last.height ? [...last.hashes, hash] : [hash]
    const { chain } = this.#checks
    const position = { chain, height, hashes, time, ...(closed.place && { place: closed.place }) }
    this.#stored.add(position)
    // Without the events themselves, which would stay in memory until the commit.
    const events = closed.events.flatMap(({ place, type, message }) =>
      message ? [{ place, type, message }] : [],
    )
    yield { position, events, types: closed.types, hasGap }
  }

  /** Limits the size of a block. One without an end would fill the memory. */
  #limit(): void {
    const { open } = this.#collector
    const { maxBlock = MAX_BLOCK } = this.#options
    if (!open) return
    open.size += this.#counter.size
    if (open.size <= maxBlock) return
    throw new RecordError(
      this.#counter.place,
      `block ${open.height} has more than ${maxBlock / 1e6} MB of events, and no end yet; check that the source has the end of the block, or raise --max-block`,
    )
  }
}
