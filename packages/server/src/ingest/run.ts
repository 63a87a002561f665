import type { SqliteWriter } from '../store/sqlite/writer.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { Applier } from './applier.ts'
import { BlockReader } from './blocks.ts'
import { countType } from './event-types.ts'
import type { IngestOptions, Progress } from './options.ts'
import type { RecordError } from './record-error.ts'
import type { SourceRecord, StoredPlace } from './source.ts'
import { StoredBlocks } from './stored-blocks.ts'
import type { WholeBlock } from './whole-block.ts'

/** Maximum number of events per commit, which are in memory until then. */
const BATCH_EVENTS = 30_000
/** Maximum age of a batch while its source has more input; milliseconds. A longer time gives more throughput. */
const BATCH_MS = 500
/** A live source that has kept ingest waiting this long, since the first block of a batch, has no more input. */
const QUIET_MS = 5
/** Minimum time between two commits because of that; milliseconds. */
const MIN_INTERVAL_MS = 20

/** Begins after the last block of the database. */
export function startRun(source: string, writer: SqliteWriter, options: IngestOptions): Run {
  const found = writer.checkpoint()
  const stored = { ...found, keep: options.keep ?? found.keep }
  const blocks = new StoredBlocks(stored, stored.history.first, writer.blockHashes())
  return new Run(source, writer, stored, blocks, options)
}

/** The state of an ingest: blocks become batches, and batches are committed. */
export class Run {
  readonly #applier: Applier
  readonly #options: IngestOptions
  readonly #batchEvents: number
  readonly #reader: BlockReader
  readonly #types = new Map<string, number>()
  readonly #start: Checkpoint
  #stored: Checkpoint
  /** The blocks since the last commit, and their number of events. */
  #taken: WholeBlock[] = []
  #events = 0
  /** The time of the first of them, and how long ingest has waited for the source since; milliseconds. */
  #begun = 0
  #waited = 0
  #committed = Number.NEGATIVE_INFINITY
  #blocks = 0
  #leftOut = 0

  constructor(
    source: string,
    writer: SqliteWriter,
    stored: Checkpoint,
    blocks: StoredBlocks,
    options: IngestOptions,
  ) {
    this.#options = options
    this.#batchEvents = options.batchEvents ?? BATCH_EVENTS
    this.#start = this.#stored = stored
    const onLeftOut = (error: RecordError) => {
      this.#leftOut += 1
      options.onLeftOut?.(error)
    }
    const { partial = false } = options
    this.#applier = new Applier(writer, stored, { source, partial, onLeftOut })
    this.#reader = new BlockReader(blocks, options, onLeftOut)
  }

  /** Where the last stored block is; undefined if it did not come from a file. */
  get storedPlace(): StoredPlace | undefined {
    const { place, hashes } = this.#start
    const hash = hashes.at(-1)
    return place && hash ? { ...place, hash } : undefined
  }

  /** Reads a record and yields the new blocks that end in it. */
  read(record: SourceRecord): Iterable<WholeBlock> {
    return this.#reader.read(record)
  }

  /** Commits the blocks so far if the records of a live source do not arrive soon. */
  async commitUnless(arriving: Promise<unknown>): Promise<void> {
    if (this.#taken.length === 0) return
    const start = performance.now()
    const pause = Math.max(0, QUIET_MS - this.#waited, this.#committed + MIN_INTERVAL_MS - start)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, pause, true)
    arriving.then(
      () => resolve(false),
      () => resolve(false),
    )
    const isQuiet = await promise
    clearTimeout(timer)
    this.#waited += performance.now() - start
    if (isQuiet) this.#commit()
  }

  /** Ends the source, and yields the block that it closes. @throws RecordError when its last block lacks events */
  end(): Iterable<WholeBlock> {
    return this.#reader.end()
  }

  finish(): Progress {
    this.#commit()
    return this.progress
  }

  take(block: WholeBlock): void {
    for (const [type, number] of block.types) countType(this.#types, type, number)
    if (this.#taken.length === 0) {
      this.#begun = performance.now()
      this.#waited = 0
    }
    this.#taken.push(block)
    this.#events += block.events.length
    const { batchTime = BATCH_MS } = this.#options
    const isFull = this.#events >= this.#batchEvents || performance.now() - this.#begun >= batchTime
    if (isFull) this.#commit()
  }

  #commit(): void {
    const blocks = this.#taken
    if (blocks.length === 0) return
    this.#taken = []
    this.#events = 0
    this.#committed = performance.now()
    this.#stored = this.#applier.commit(blocks)
    this.#blocks += blocks.length
    this.#options.onCommit?.(this.progress)
  }

  get progress(): Progress {
    const { unfinished } = this.#reader
    return {
      blocks: this.#blocks,
      skipped: this.#reader.skipped,
      leftOut: this.#leftOut,
      events: Number(this.#stored.events - this.#start.events),
      types: this.#types,
      records: this.#reader.records,
      isEmpty: this.#reader.isEmpty,
      checkpoint: this.#stored,
      ...(unfinished !== undefined && { unfinished }),
    }
  }
}
