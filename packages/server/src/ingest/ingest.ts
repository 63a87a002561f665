import type { SqliteWriter } from '../store/sqlite/writer.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { BlockReader } from './blocks.ts'
import { countType } from './event-types.ts'
import type { IngestOptions, Progress } from './options.ts'
import { RecordError } from './record-place.ts'
import { type Source, SourceError, type StoredPlace } from './source.ts'
import { InvalidEvent, storeBlocks, type WholeBlock } from './store-blocks.ts'
import { StoredBlocks } from './stored-blocks.ts'

/** Maximum number of events per commit, which are in memory until then. */
const BATCH_EVENTS = 30_000
/** Maximum age of a batch while its source has more input; milliseconds. A longer time gives more throughput. */
const BATCH_MS = 500
/** A live source that has kept ingest waiting this long, since the first block of a batch, has no more input. */
const QUIET_MS = 5
/** Minimum time between two commits because of that; milliseconds. */
const MIN_INTERVAL_MS = 20

/**
 * Reads events from a source into a database, whole blocks at a time, and resumes at the database's checkpoint. The way
 * of an event: each step calls the ones below it.
 *
 *     source, packages/events   bytes to records, in batches that arrived together
 *     blocks                    records to events, and events to whole blocks, by
 *       stored-blocks             blocks that are stored, and the rules of the stream
 *       open-block                the events of a block, in any order
 *       block-times               the limits of its time
 *     store-blocks              blocks to rows, in one transaction with the checkpoint, by
 *       projections/<record>      the event to its rows
 *       projections/batch         the last state of each changed row
 *       store/sqlite/writer       rows to SQL, and their keys to the log of a mirror
 *
 * Beside it, `store/mirror` copies the rows of the new keys after each commit.
 *
 * @throws RecordError for a record that is not an event, and for events out of order, after storing all whole blocks
 *   before it
 * @throws SourceError for a source that breaks off, after storing all whole blocks before that
 */
export async function ingest(
  source: Source,
  writer: SqliteWriter,
  options: IngestOptions = {},
): Promise<Progress> {
  const run = new Run(source.name, writer, options)
  try {
    await readAll(source, run, options)
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof RecordError)) throw error
    run.commit()
    // The signal also ends a source that waits for more input.
    if (!(error instanceof SourceError && options.signal?.aborted)) throw error
  }
  run.commit()
  return run.progress
}

async function readAll(source: Source, run: Run, { signal, onRead }: IngestOptions): Promise<void> {
  const records = source.records(run.storedPlace)[Symbol.asyncIterator]()
  let isWaiting = false
  try {
    while (!signal?.aborted) {
      isWaiting = true
      const arriving = records.next()
      if (source.isLive) await run.commitUnless(arriving)
      const next = await arriving
      isWaiting = false
      if (next.done) {
        if (!signal?.aborted) run.reader.end()
        return
      }
      for (const record of next.value) run.reader.read(record)
      onRead?.(run.progress)
    }
  } finally {
    const ended = records.return?.()
    // A waiting source ends with its next records, or with its signal.
    if (isWaiting) ended?.catch(() => undefined)
    else await ended
  }
}

/** The state of an ingest: blocks become batches, and batches are committed. */
class Run {
  readonly #writer: SqliteWriter
  readonly #options: IngestOptions
  readonly #source: string
  readonly reader: BlockReader
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

  /** Begins after the last block of the database. */
  constructor(source: string, writer: SqliteWriter, options: IngestOptions) {
    const found = writer.checkpoint()
    this.#start = this.#stored = { ...found, keep: options.keep ?? found.keep }
    this.#writer = writer
    this.#source = source
    const onLeftOut = (error: RecordError) => {
      this.#leftOut += 1
      options.onLeftOut?.(error)
    }
    this.#options = { ...options, keep: this.#start.keep, onLeftOut }
    const stored = new StoredBlocks(found, writer.blockHashes(), this.#options)
    this.reader = new BlockReader(stored, this.#options, block => this.#take(block))
  }

  /** The place of the last stored block; undefined if it did not come from a file. */
  get storedPlace(): StoredPlace | undefined {
    const { place, hashes } = this.#start
    const hash = hashes.at(-1)
    return place && hash ? { ...place, hash } : undefined
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
    if (isQuiet) this.commit()
  }

  #take(block: WholeBlock): void {
    for (const type of block.types) countType(this.#types, type)
    if (this.#taken.length === 0) {
      this.#begun = performance.now()
      this.#waited = 0
    }
    this.#taken.push(block)
    this.#events += block.events.length
    const { batchEvents = BATCH_EVENTS, batchTime = BATCH_MS } = this.#options
    if (this.#events >= batchEvents || performance.now() - this.#begun >= batchTime) this.commit()
  }

  /** Stores the blocks that were read. @throws InvalidEvent after storing the blocks before it */
  commit(): void {
    const blocks = this.#taken
    this.#taken = []
    this.#events = 0
    this.#committed = performance.now()
    try {
      this.#store(blocks)
    } catch (error) {
      if (error instanceof InvalidEvent) this.#store(blocks.slice(0, blocks.indexOf(error.block)))
      throw error
    }
  }

  #store(blocks: readonly WholeBlock[]): void {
    if (blocks.length === 0) return
    this.#stored = storeBlocks(this.#writer, this.#stored, blocks, this.#source, this.#options)
    this.#blocks += blocks.length
    this.#options.onCommit?.(this.progress)
  }

  get progress(): Progress {
    return {
      ...this.reader.progress,
      blocks: this.#blocks,
      leftOut: this.#leftOut,
      events: Number(this.#stored.events - this.#start.events),
      types: this.#types,
      checkpoint: this.#stored,
    }
  }
}
