import { projections } from '../projections/index.ts'
import type { BulkWriter } from '../store/tables/bulk-writer.ts'
import { type Checkpoint, genesis } from '../store/tables/checkpoint.ts'
import type { Writer } from '../store/tables/writer.ts'
import type { Applier } from './applier.ts'
import { BlockReader, isBlockEvent, type Position, type WholeBlock } from './blocks.ts'
import { DirectApplier } from './direct.ts'
import { RecordError } from './record-error.ts'
import { type Source, SourceError, type SourceRecord } from './source.ts'
import { SpeculativeApplier } from './speculative.ts'

export interface Progress {
  /** Blocks stored by this run. */
  readonly blocks: number
  /** Number of blocks that were already stored. */
  readonly skipped: number
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
  /** Called before each retry after a failure of a database behind a socket. Retries last a minute at most. */
  onRetry?(failure: Error): void
  /** Stops after the current block. */
  signal?: AbortSignal
  /** Maximum number of events per commit of whole blocks; default 30,000, behind a socket 10,000. */
  batchEvents?: number
  /** Maximum time between commits; milliseconds, default 500. A longer time gives more throughput. */
  batchTime?: number
  /** Stops at a gap in event numbers, which means lost events; only for sources with events of all types. */
  complete?: boolean
}

/** Returns true if events of this type feed a read model, or begin or end a block. */
export function isRead(type: string): boolean {
  return projections.has(type) || isBlockEvent(type)
}

/** Limits the lag of a live feed; milliseconds. */
const MAX_BATCH_MS = 500

/**
 * Reads events from a source into a database, whole blocks at a time, and resumes at the database's checkpoint.
 *
 * @throws RecordError for a record that is not an event, after storing all whole blocks before it
 * @throws RecordError for an invalid event, after storing all batches before it
 * @throws SourceError for a source that breaks off, after storing all whole blocks before that
 */
export async function ingest(
  source: Source,
  writer: Writer | BulkWriter,
  options: IngestOptions = {},
): Promise<Progress> {
  const run = await startRun(writer, options)
  try {
    return await ingestAll(source, run, options.signal)
  } catch (error) {
    throw error instanceof RecordError ? (source.locate?.(error) ?? error) : error
  }
}

async function ingestAll(source: Source, run: Run, signal: AbortSignal | undefined): Promise<Progress> {
  try {
    for await (const records of untilFailure(source.records(), run)) {
      for (const record of records) {
        for (const block of run.read(record)) {
          const committing = run.take(block)
          if (committing) await committing
        }
      }
      if (signal?.aborted) break
    }
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof RecordError)) throw error
    const progress = await run.finish()
    // The signal also ends a source that waits for more input.
    if (!(error instanceof SourceError && signal?.aborted)) throw error
    return progress
  }
  return run.finish()
}

/** Yields records until a commit fails, even if it fails during a wait for records. */
async function* untilFailure<Records>(source: AsyncIterable<Records>, run: Run): AsyncGenerator<Records> {
  const records = source[Symbol.asyncIterator]()
  let waits = false
  try {
    for (;;) {
      waits = true
      const next = await new Promise<IteratorResult<Records>>((resolve, reject) => {
        run.onFailure(reject)
        records.next().then(resolve, reject)
      })
      waits = false
      if (next.done) return
      yield next.value
    }
  } finally {
    const ended = records.return?.()
    // A waiting source ends with its next records, or with its signal.
    if (waits) ended?.catch(() => undefined)
    else await ended
  }
}

async function startRun(writer: Writer | BulkWriter, options: IngestOptions): Promise<Run> {
  const stored = (await writer.checkpoint()) ?? genesis
  // A database behind a socket keeps the events of a batch in memory.
  return 'fetch' in writer
    ? new Run(new SpeculativeApplier(writer, stored, options.onRetry), stored, {
        batchEvents: 10_000,
        ...options,
      })
    : new Run(new DirectApplier(writer, stored), stored, { batchEvents: 30_000, ...options })
}

class Run {
  readonly #applier: Applier
  readonly #options: IngestOptions & { batchEvents: number }
  readonly #reader: BlockReader
  readonly #types = new Map<string, number>()
  readonly #start: Checkpoint
  #stored: Checkpoint
  #position: Position
  /** Number of blocks and events since the start of the last commit. */
  #taken = { blocks: 0, events: 0 }
  #timer: NodeJS.Timeout | undefined
  #committing: Promise<void> | undefined
  #failure: unknown
  #onFailure: (failure: unknown) => void = () => undefined
  #blocks = 0

  constructor(applier: Applier, stored: Checkpoint, options: IngestOptions & { batchEvents: number }) {
    this.#applier = applier
    this.#options = options
    this.#start = this.#stored = this.#position = stored
    this.#reader = new BlockReader(stored, {
      isRead: type => projections.has(type),
      ...(options.complete && { complete: true }),
    })
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
    return this.#progress()
  }

  /** Takes a block. The caller must await a returned promise, which is a commit, before the next block. */
  take(block: WholeBlock): Promise<void> | undefined {
    for (const [type, number] of block.types) this.#types.set(type, (this.#types.get(type) ?? 0) + number)
    try {
      this.#applier.take(block)
    } catch (error) {
      clearTimeout(this.#timer)
      this.#failure = error
      throw error
    }
    // The timer runs only between two reads of the source, so no block is half applied.
    if (this.#taken.blocks === 0)
      this.#timer = setTimeout(() => this.#commitInTime(), this.#options.batchTime ?? MAX_BATCH_MS)
    this.#taken.blocks += 1
    this.#taken.events += block.events.length
    this.#position = block.position
    return this.#taken.events >= this.#options.batchEvents ? this.#commit() : undefined
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
  #commit(): Promise<void> | undefined {
    if (this.#committing) return this.#committing.then(() => this.#commit())
    if (this.#taken.blocks === 0) return undefined
    clearTimeout(this.#timer)
    const { blocks } = this.#taken
    this.#taken = { blocks: 0, events: 0 }
    const stored = this.#applier.commit(this.#position)
    if (!(stored instanceof Promise)) {
      this.#committed(stored, blocks)
      return undefined
    }
    this.#committing = stored
      .then(checkpoint => this.#committed(checkpoint, blocks))
      .finally(() => {
        this.#committing = undefined
      })
    return this.#committing
  }

  #committed(checkpoint: Checkpoint, blocks: number): void {
    this.#stored = checkpoint
    this.#blocks += blocks
    this.#options.onCommit?.(this.#progress())
  }

  #progress(): Progress {
    const { unfinished } = this.#reader
    return {
      blocks: this.#blocks,
      skipped: this.#reader.skipped,
      events: Number(this.#stored.events - this.#start.events),
      types: this.#types,
      records: this.#reader.records,
      checkpoint: this.#stored,
      ...(unfinished !== undefined && { unfinished }),
    }
  }
}
