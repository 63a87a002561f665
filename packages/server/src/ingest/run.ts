import { projections } from '../projections/index.ts'
import { type Checkpoint, genesis } from '../store/tables/checkpoint.ts'
import type { Writer } from '../store/tables/writer.ts'
import { Applier } from './applier.ts'
import { BlockReader } from './blocks.ts'
import { countType } from './event-types.ts'
import type { SourceRecord, StoredPlace } from './source.ts'
import { type Aside, emptied, type WholeBlock } from './whole-block.ts'

export interface Progress {
  /** Blocks stored by this run. */
  readonly blocks: number
  /** Number of blocks that were already stored. */
  readonly skipped: number
  /** Number of blocks that were set aside. */
  readonly aside: number
  /** Events that projections read. */
  readonly events: number
  /** The events of the new blocks by type, those that no projection reads included. */
  readonly types: ReadonlyMap<string, number>
  /** Lines or frames read. */
  readonly records: number
  readonly checkpoint: Checkpoint
  /** Height of an incomplete block at the end of the source; it is not stored. */
  readonly unfinished?: bigint
}

export interface IngestOptions {
  /** Called after every commit. */
  onCommit?(progress: Progress): void
  /** Called after each batch of records, also if they have no new block. */
  onRead?(progress: Progress): void
  /** Called before each retry after a failure of a database behind a socket. Retries last a minute at most. */
  onRetry?(failure: Error): void
  /** Stops after the current block. */
  signal?: AbortSignal | undefined
  /** Maximum number of events per commit of whole blocks; default 30,000, behind a socket 10,000. */
  batchEvents?: number | undefined
  /** Maximum time between commits; milliseconds, default 500. A longer time gives more throughput. */
  batchTime?: number | undefined
  /** Stops at a gap in event numbers, which means lost events; only for sources with events of all types. */
  complete?: boolean | undefined
  /**
   * How long records stay after their end; nanoseconds, 0 for ever. The database remembers it, so that a run without it
   * goes on with the last one.
   */
  keep?: bigint | undefined
  /** Maximum size of the events of one block in memory; bytes, default 256 MB. */
  maxBlock?: number | undefined
  /**
   * Takes blocks with a bad event, before the commit that passes over them. Without it, ingest stops there. After a
   * crash it may take a block again.
   */
  onAside?(aside: Aside): void
}

/** Limits the lag of a live feed; milliseconds. */
const MAX_BATCH_MS = 500

/** Maximum number of events per commit, which are in memory until then. */
const BATCH_EVENTS = { sqlite: 30_000, postgres: 10_000 }

/** Maximum size of the events of a block; bytes. Twice as much memory is in use then. */
const MAX_BLOCK = 256_000_000

/** Begins after the last block of the database. */
export async function startRun(writer: Writer, options: IngestOptions): Promise<Run> {
  const stored = (await writer.checkpoint()) ?? genesis
  return new Run(writer, { ...stored, keep: options.keep ?? stored.keep }, options)
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
  /** The blocks since the start of the last commit, and their number of events. */
  #taken: WholeBlock[] = []
  #events = 0
  #timer: NodeJS.Timeout | undefined
  #committing: Promise<void> | undefined
  #failure: unknown
  #onFailure: (failure: unknown) => void = () => undefined
  #blocks = 0
  #aside = 0

  constructor(writer: Writer, stored: Checkpoint, options: IngestOptions) {
    this.#options = options
    this.#batchEvents = options.batchEvents ?? BATCH_EVENTS[writer.kind]
    this.#start = this.#stored = stored
    const onAside = options.onAside && ((aside: Aside) => this.#setAside(aside))
    this.#applier = new Applier(writer, stored, {
      onRetry: options.onRetry,
      setAside:
        onAside &&
        (reason => {
          const { block } = reason
          onAside({ ...block, count: 1, reason })
          return emptied(block)
        }),
    })
    this.#reader = new BlockReader(stored, {
      isRead: type => projections.has(type),
      maxBlock: options.maxBlock ?? MAX_BLOCK,
      onAside,
      complete: options.complete,
    })
  }

  /** Where the last stored block is; undefined if it did not come from a file. */
  get storedPlace(): StoredPlace | undefined {
    const { place, hashes } = this.#start
    const hash = hashes.at(-1)
    return place && hash ? { ...place, hash } : undefined
  }

  #setAside(aside: Aside): void {
    this.#options.onAside?.(aside)
    this.#aside += aside.count
  }

  /** Reads a record and yields the new blocks that end in it. */
  read(record: SourceRecord): Iterable<WholeBlock> {
    if (this.#failure) throw this.#failure
    return this.#reader.read(record)
  }

  /** Calls back when a background commit has failed. */
  onFailure(tell: (failure: unknown) => void): void {
    this.#onFailure = tell
    if (this.#failure) tell(this.#failure)
  }

  async finish(): Promise<Progress> {
    if (this.#failure) throw this.#failure
    await this.#commit()
    return this.progress
  }

  /** Takes a block. The caller must await a returned promise, which is a commit, before the next block. */
  take(block: WholeBlock): Promise<void> | undefined {
    for (const [type, number] of block.types) countType(this.#types, type, number)
    if (this.#taken.length === 0)
      this.#timer = setTimeout(() => this.#commitInTime(), this.#options.batchTime ?? MAX_BATCH_MS)
    this.#taken.push(block)
    // With a quarantine, a batch also keeps the records of events that nothing reads.
    this.#events += Math.max(block.events.length, block.records.length)
    return this.#events >= this.#batchEvents ? this.#commit() : undefined
  }

  async #commitInTime(): Promise<void> {
    try {
      await this.#commit()
    } catch (error) {
      this.#failure = error
      this.#onFailure(error)
    }
  }

  /** Commits all blocks so far. The next commit waits for a slow one. */
  async #commit(): Promise<void> {
    while (this.#committing) await this.#committing
    const blocks = this.#taken
    const last = blocks.at(-1)
    if (!last) return
    clearTimeout(this.#timer)
    this.#taken = []
    this.#events = 0
    this.#committing = this.#applier
      .commit(blocks, last.position)
      .then(checkpoint => {
        this.#stored = checkpoint
        this.#blocks += blocks.length
        this.#options.onCommit?.(this.progress)
      })
      .finally(() => {
        this.#committing = undefined
      })
    await this.#committing
  }

  get progress(): Progress {
    const { unfinished } = this.#reader
    return {
      blocks: this.#blocks,
      skipped: this.#reader.skipped,
      aside: this.#aside,
      events: Number(this.#stored.events - this.#start.events),
      types: this.#types,
      records: this.#reader.records,
      checkpoint: this.#stored,
      ...(unfinished !== undefined && { unfinished }),
    }
  }
}
