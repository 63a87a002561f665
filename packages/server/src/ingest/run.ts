import { type Checkpoint, genesis } from '../store/tables/checkpoint.ts'
import type { Writer } from '../store/tables/writer.ts'
import { Applier } from './applier.ts'
import { BlockReader } from './blocks.ts'
import { CommitTimer } from './commit-timer.ts'
import { countType } from './event-types.ts'
import type { IngestOptions, Progress } from './options.ts'
import type { RecordError } from './record-error.ts'
import type { SourceRecord, StoredPlace } from './source.ts'
import { StoredBlocks } from './stored-blocks.ts'
import type { WholeBlock } from './whole-block.ts'

/** Maximum number of events per commit, which are in memory until then. */
const BATCH_EVENTS = { sqlite: 30_000, postgres: 10_000 }

/** Begins after the last block of the database. */
export async function startRun(source: string, writer: Writer, options: IngestOptions): Promise<Run> {
  const found = (await writer.checkpoint()) ?? genesis
  const stored = { ...found, keep: options.keep ?? found.keep }
  const blocks = new StoredBlocks(stored, stored.history.first, await writer.blockHashes())
  return new Run(source, writer, stored, blocks, options)
}

/** The state of an ingest: blocks become batches, and batches are committed. */
export class Run {
  readonly #applier: Applier
  readonly #options: IngestOptions
  readonly #batchEvents: number
  readonly #reader: BlockReader
  readonly #timer: CommitTimer
  readonly #types = new Map<string, number>()
  readonly #start: Checkpoint
  #stored: Checkpoint
  /** The blocks since the start of the last commit, and their number of events. */
  #taken: WholeBlock[] = []
  #events = 0
  #committing: Promise<void> | undefined
  #failure: unknown
  #onFailure: (failure: unknown) => void = () => undefined
  #blocks = 0
  #leftOut = 0

  constructor(
    source: string,
    writer: Writer,
    stored: Checkpoint,
    blocks: StoredBlocks,
    options: IngestOptions,
  ) {
    this.#options = options
    this.#batchEvents = options.batchEvents ?? BATCH_EVENTS[writer.kind]
    this.#start = this.#stored = stored
    this.#timer = new CommitTimer(() => this.#commitInTime(), options.batchTime)
    const onLeftOut = (error: RecordError) => {
      this.#leftOut += 1
      options.onLeftOut?.(error)
    }
    const { onRetry, partial = false } = options
    this.#applier = new Applier(writer, stored, { source, onRetry, partial, onLeftOut })
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
    if (this.#failure) throw this.#failure
    return this.#reader.read(record)
  }

  /** Waits for a live source. If it has no more input, the blocks so far are committed. */
  async whileWaiting<Result>(input: Promise<Result>): Promise<Result> {
    this.#timer.wait()
    try {
      return await input
    } finally {
      this.#timer.arrive()
    }
  }

  /** Calls back when a background commit has failed. */
  onFailure(tell: (failure: unknown) => void): void {
    this.#onFailure = tell
    if (this.#failure) tell(this.#failure)
  }

  /** Ends the source. @throws RecordError when its last block lacks events */
  end(): void {
    this.#reader.end()
  }

  async finish(): Promise<Progress> {
    if (this.#failure) throw this.#failure
    await this.#commit()
    return this.progress
  }

  /** Takes a block. The caller must await a returned promise, which is a commit, before the next block. */
  take(block: WholeBlock): Promise<void> | undefined {
    for (const [type, number] of block.types) countType(this.#types, type, number)
    if (this.#taken.length === 0) this.#timer.begin()
    this.#taken.push(block)
    this.#events += block.events.length
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
    if (blocks.length === 0) return
    this.#timer.end()
    this.#taken = []
    this.#events = 0
    this.#committing = this.#applier
      .commit(blocks)
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
      leftOut: this.#leftOut,
      events: Number(this.#stored.events - this.#start.events),
      types: this.#types,
      records: this.#reader.records,
      checkpoint: this.#stored,
      ...(unfinished !== undefined && { unfinished }),
    }
  }
}
