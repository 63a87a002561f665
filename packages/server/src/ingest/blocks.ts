import { BEGIN, type BusEvent, endsBlock, eventsOf, MalformedEvent, placeOf } from '@trading-network/events'
import { projections } from '../projections/index.ts'
import { BlockChecks } from './block-checks.ts'
import { BlockCollector, type HeldEvent, type OpenBlock } from './block-collector.ts'
import { checkTimes, type TimeOptions } from './block-times.ts'
import { isRead, requireKnown } from './event-types.ts'
import type { IngestOptions, Progress } from './options.ts'
import { shortened } from './printable.ts'
import { RecordCounter, RecordError } from './record-place.ts'
import { isSame } from './repeated-event.ts'
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
  readonly #times: TimeOptions
  /** True until an event has been read. */
  #isEmpty = true
  /** Number of events that came again. */
  #repeated = 0
  /** A block that another one closed before its end. It counts only if that one is a block of the stream. */
  #cut: WholeBlock | undefined

  /**
   * @param times the limits of block times
   * @param onLeftOut called for each event that a partial history leaves out
   */
  constructor(
    stored: StoredBlocks,
    options: IngestOptions,
    times: TimeOptions,
    onLeftOut: (error: RecordError) => void,
  ) {
    this.#options = options
    this.#times = times
    this.#onLeftOut = onLeftOut
    this.#stored = stored
    this.#checks = new BlockChecks(stored, options.partial === true, onLeftOut)
  }

  /** The numbers of the records and blocks that were read. */
  get progress(): Pick<Progress, 'records' | 'skipped' | 'repeated' | 'isEmpty' | 'unfinished'> {
    const { open } = this.#collector
    return {
      records: this.#counter.all,
      skipped: this.#checks.skipped,
      repeated: this.#repeated,
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
      this.#add(held)
      yield* this.#checked(this.#collector.closeWhole())
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
    yield* this.#taken(undefined)
  }

  #add(held: HeldEvent): void {
    const abandoned = this.#collector.replacedBy(held)
    if (abandoned)
      this.#onLeftOut(
        new RecordError(
          held.place,
          `block ${held.height} begins again, with hash ${shortened(held.event.block)}; the ${abandoned.events.length} events of hash ${shortened(abandoned.begin?.hash ?? '')} are dropped`,
        ),
      )
    const known = this.#collector.add(held)
    if (!known) return
    if (this.#intact(() => isSame(known, held))) this.#repeated += 1
  }

  /** Returns an event of a block that is not stored. @throws MalformedEvent for an event without a valid form */
  #newEvent(event: BusEvent): HeldEvent | undefined {
    const { type } = event
    if (!this.#options.accept?.includes('types')) requireKnown(type)
    const begin = type === BEGIN ? blockBegun(event) : undefined
    const { place } = this.#counter
    const held: HeldEvent = { event, ...placeOf(event), begin, type, place }
    if (this.#checks.isStored(held)) {
      // After a crash the next file may repeat blocks. The rest of the open one follows.
      if (begin) this.#collector.close()
      return undefined
    }
    const { open } = this.#collector
    if (open?.begin && !begin && held.height !== open.height && event.block.toLowerCase() === open.begin.hash)
      throw new MalformedEvent(
        `its id is ${event.id}, but its block ${shortened(event.block)} has height ${open.height}`,
      )
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
    checkTimes(closed, last, this.#times)
    const block = { position, events, types: closed.types, hasGap }
    yield* this.#taken(block, next !== undefined && !closed.hasEnd)
  }

  /** Yields the blocks that are certain now: one that was cut short is, once the next one has proved true. */
  *#taken(block: WholeBlock | undefined, isCut = false): Generator<WholeBlock> {
    const before = this.#cut
    this.#cut = isCut ? block : undefined
    if (before) yield before
    if (block && !isCut) yield block
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
