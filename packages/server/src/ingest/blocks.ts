import { eventsOf, MalformedEvent } from '@trading-network/events'
import { type Assembled, BlockAssembly } from './block-assembly.ts'
import type { OpenBlock } from './open-block.ts'
import type { IngestOptions } from './options.ts'
import { RecordError } from './record-error.ts'
import { RecordCounter } from './record-place.ts'
import { FileStart, type SourceRecord } from './source.ts'
import type { StoredBlocks } from './stored-blocks.ts'
import type { WholeBlock } from './whole-block.ts'

/** Maximum size of the events of a block; bytes. Twice as much memory is in use then. */
const MAX_BLOCK = 256_000_000

export class BlockReader {
  readonly #isPartial: boolean
  readonly #maxBlock: number
  readonly #onLeftOut: (error: RecordError) => void
  readonly #counter = new RecordCounter()
  readonly #stored: StoredBlocks
  readonly #assembly: BlockAssembly
  /** Bytes of the records since the begin of the open block. */
  #size = 0

  /** @param onLeftOut called for each bad record that a partial history leaves out */
  constructor(
    stored: StoredBlocks,
    { partial = false, maxBlock = MAX_BLOCK }: IngestOptions,
    onLeftOut: (error: RecordError) => void,
  ) {
    this.#isPartial = partial
    this.#maxBlock = maxBlock
    this.#onLeftOut = onLeftOut
    this.#stored = stored
    this.#assembly = new BlockAssembly(stored, partial)
  }

  get records(): number {
    return this.#counter.all
  }

  /** Number of blocks that were already stored. */
  get skipped(): number {
    return this.#assembly.skipped
  }

  get unfinished(): bigint | undefined {
    return this.#assembly.open?.height
  }

  /**
   * Reads a record and yields the new blocks that end in it.
   *
   * @throws RecordError for a record that is not an event, or an event out of order
   */
  *read(record: SourceRecord): Generator<WholeBlock> {
    if (record instanceof FileStart) {
      if (record.isAfterLoss) this.#assembly.drop()
      this.#counter.enter(record)
      return
    }
    this.#counter.next(record)
    const before = this.#assembly.open
    for (const event of this.#intact(() => eventsOf(record)) ?? []) {
      const assembled = this.#intact(() => this.#assembly.add(event, this.#counter.place))
      if (assembled) yield this.#whole(assembled)
    }
    this.#limit(before)
  }

  /** Ends the source. @throws RecordError when the last block has its end, but lacks events */
  end(): void {
    this.#assembly.end()
  }

  /** Runs a step. A partial history leaves out a bad event within a block, whose numbers then have a gap. */
  #intact<Result>(step: () => Result): Result | undefined {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error
      const bad = new RecordError(this.#counter.place, error.message, { cause: error })
      if (!this.#isPartial || !this.#assembly.isWithinBlock) throw bad
      this.#onLeftOut(bad)
      return undefined
    }
  }

  #whole({ open, block, hasGap }: Assembled): WholeBlock {
    const { height, hash, time } = block
    const { last } = this.#stored
    // Genesis and the first block share a height.
    const hashes = height === last.height ? [...last.hashes, hash] : [hash]
    const place = this.#counter.filePlace
    const position = { chain: this.#assembly.chain, height, hashes, time, ...(place && { place }) }
    this.#stored.add(position)
    return { ...block, events: open.events, types: open.types, position, hasGap }
  }

  /** Limits the size of a block. One without an end would fill the memory. */
  #limit(before: OpenBlock | undefined): void {
    const { open } = this.#assembly
    this.#size = open ? (open === before ? this.#size : 0) + this.#counter.size : 0
    if (this.#size <= this.#maxBlock) return
    throw new RecordError(
      this.#counter.place,
      `block ${open?.height} has more than ${this.#maxBlock / 1e6} MB of events, and no end yet; check that the source has the end of the block, or raise --max-block`,
    )
  }
}
