import { BEGIN, type BusEvent, endsBlock, eventsOf, MalformedEvent, placeOf } from '@trading-network/events'
import { projections } from '../projections/index.ts'
import { checkTimes } from './block-times.ts'
import { isRead, requireKnown } from './event-types.ts'
import { type Block, blockBegun, type HeldEvent, OpenBlock } from './open-block.ts'
import type { IngestOptions, Progress } from './options.ts'
import { shortened } from './printable.ts'
import { RecordCounter, RecordError } from './record-place.ts'
import type { SourceRecord } from './source.ts'
import type { WholeBlock } from './store-blocks.ts'
import type { StoredBlocks } from './stored-blocks.ts'

/** Maximum size of the events of a block; bytes. Twice as much memory is in use then. */
const MAX_BLOCK = 256_000_000

/** Reads records as whole blocks: collects the events of a block, then checks it. */
export class BlockReader {
  readonly #stored: StoredBlocks
  readonly #options: IngestOptions
  readonly #take: (block: WholeBlock) => void
  readonly #counter = new RecordCounter()
  /** The block that is not closed yet. */
  #open: OpenBlock | undefined
  /** True until an event has been read. */
  #isEmpty = true
  /** Number of events that came again. */
  #repeated = 0
  /** A block that another one closed before its end. It counts only if that one is a block of the stream. */
  #cut: WholeBlock | undefined

  /** @param take gets each new block, whole and checked, in order */
  constructor(stored: StoredBlocks, options: IngestOptions, take: (block: WholeBlock) => void) {
    this.#stored = stored
    this.#options = options
    this.#take = take
  }

  /** The numbers of the records and blocks that were read. */
  get progress(): Pick<Progress, 'records' | 'skipped' | 'repeated' | 'isEmpty' | 'unfinished'> {
    return {
      records: this.#counter.all,
      skipped: this.#stored.skipped,
      repeated: this.#repeated,
      isEmpty: this.#isEmpty,
      ...(this.#open && { unfinished: this.#open.height }),
    }
  }

  /**
   * Reads a record, and closes the blocks that end with it.
   *
   * @throws RecordError for a record that is not an event, or an event out of order
   */
  read(record: SourceRecord): void {
    if (typeof record === 'object' && 'place' in record) {
      if (record.isAfterLoss) this.#open = undefined
      this.#counter.enter(record)
      return
    }
    this.#counter.next(record)
    for (const event of this.#intact(() => eventsOf(record)) ?? []) {
      this.#isEmpty = false
      const held = this.#intact(() => this.#newEvent(event))
      if (held) this.#add(held)
    }
    this.#limit()
  }

  /**
   * Ends the source, and closes its last block.
   *
   * @throws RecordError when the last block lacks events, or its end
   */
  end(): void {
    const open = this.#open
    const { partial, openEnd } = this.#options
    if (open?.hasEnd) this.#close(open)
    else if (open && !partial && !openEnd)
      throw new RecordError(
        this.#counter.place,
        `the input ends within block ${open.height}; give the events from there on, or accept an input that is still written with --open-end`,
      )
    this.#takeCut()
  }

  #add(held: HeldEvent): void {
    const before = this.#open
    if (before && (before.height !== held.height || (before.hasEnd && before.isFollowedBy(held))))
      this.#close(before, held)
    else if (before?.isFollowedBy(held)) this.#abandon(before, held)
    this.#open ??= new OpenBlock(held.height)
    const open = this.#open
    if (this.#intact(() => open.add(held)) === false) this.#repeated += 1
    if (open.isWhole) this.#close(open)
  }

  /** Drops a block whose height begins again, as after a crash of the network. */
  #abandon({ begin, events }: OpenBlock, { place, height, event }: HeldEvent): void {
    this.#open = undefined
    this.#options.onLeftOut?.(
      new RecordError(
        place,
        `block ${height} begins again, with hash ${shortened(event.block)}; the ${events.length} events of hash ${shortened(begin?.hash ?? '')} are dropped`,
      ),
    )
  }

  /** Returns an event of a block that is not stored. @throws MalformedEvent for an event without a valid form */
  #newEvent(event: BusEvent): HeldEvent | undefined {
    const { type } = event
    if (!this.#options.accept?.includes('types')) requireKnown(type)
    const begin = type === BEGIN ? blockBegun(event) : undefined
    const { place } = this.#counter
    const held: HeldEvent = { event, ...placeOf(event), begin, type, place }
    if (this.#stored.isStored(held)) {
      // After a crash the next file may repeat blocks. The rest of the open one follows.
      if (begin) this.#open = undefined
      return undefined
    }
    const open = this.#open
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
      const isWithinBlock = this.#open !== undefined || this.#stored.repeated !== undefined
      if (!this.#options.partial || !isWithinBlock) throw bad
      this.#options.onLeftOut?.(bad)
      return undefined
    }
  }

  /** Closes a block and checks it. @param next the event of another block that closes it, if that does */
  #close(closed: OpenBlock, next?: HeldEvent): void {
    this.#open = undefined
    // A recording may start within a block.
    if (!closed.begin && this.#options.partial && this.#stored.isEmpty) return
    const hasGap = this.#stored.hasGap(closed, next)
    const { height, hash, time } = closed.begin as Block
    const { last, chain } = this.#stored
    // Genesis and the first block share a height.
    const hashes = height === last.height ? [...last.hashes, hash] : [hash]
    const position = { chain, height, hashes, time, ...(closed.place && { place: closed.place }) }
    this.#stored.add(position)
    // Without the events themselves, which would stay in memory until the commit.
    const events = closed.events.flatMap(({ place, type, message }) =>
      message ? [{ place, type, message }] : [],
    )
    checkTimes(closed, last, this.#options)
    const block = { position, events, types: closed.events.map(({ type }) => type), hasGap }
    this.#takeCut()
    if (next && !closed.hasEnd) this.#cut = block
    else this.#take(block)
  }

  /** Takes the block that was cut short, once the next one has proved true. */
  #takeCut(): void {
    const cut = this.#cut
    this.#cut = undefined
    if (cut) this.#take(cut)
  }

  /** Limits the size of a block. One without an end would fill the memory. */
  #limit(): void {
    const open = this.#open
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
