import { projections } from '../projections/index.ts'
import { type Checkpoint, genesis } from '../store/checkpoint.ts'
import type { Writer } from '../store/writer.ts'
import { Batch } from './batch.ts'
import { BlockReader, LineError, type WholeBlock } from './blocks.ts'
import { type Source, SourceError } from './lines.ts'
import { MalformedEvent, message } from './protojson.ts'

/** What an ingest has done so far. */
export interface Progress {
  /** Blocks stored by this run. */
  readonly blocks: number
  /** Blocks left out because they had been stored before. */
  readonly skipped: number
  /** Events that changed a read model. */
  readonly events: number
  /** Events of types that feed no read model, by type. */
  readonly others: ReadonlyMap<string, number>
  readonly lines: number
  /** The last stored block. */
  readonly checkpoint: Checkpoint
  /** Height of a block that the source began and did not end; it is not stored. */
  readonly unfinished?: bigint
}

export interface IngestOptions {
  /** Called after every commit. */
  onCommit?(progress: Progress): void
  /** Stops after the block at hand. */
  signal?: AbortSignal
  /** Events after which a batch of whole blocks is committed; default 30 000. */
  batchEvents?: number
}

/** Blocks wait this long for more to be committed with, so that a live feed is served as it comes. */
const LONGEST_BATCH_MS = 500

/**
 * Reads events from a source into a database, whole blocks at a time, from where the database stands.
 *
 * @throws LineError for a line that cannot be taken; every block before its batch is stored, nothing of it is
 * @throws SourceError for a source that breaks off; every whole block that came is stored
 */
export async function ingest(source: Source, writer: Writer, options: IngestOptions = {}): Promise<Progress> {
  const run = new Run(writer, options)
  try {
    for await (const lines of source.lines()) {
      for (const line of lines) run.take(line)
      if (options.signal?.aborted) break
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const progress = run.finish()
    // A source that waits for more breaks off when it is told to stop.
    if (!options.signal?.aborted) throw error
    return progress
  }
  return run.finish()
}

class Run {
  readonly #writer: Writer
  readonly #options: IngestOptions
  readonly #reader: BlockReader
  readonly #others = new Map<string, number>()
  #checkpoint: Checkpoint
  #stored: Checkpoint
  #batch: Batch | undefined
  #batchEvents = 0
  #timer: NodeJS.Timeout | undefined
  #failure: unknown
  #blocks = 0
  #events = 0

  constructor(writer: Writer, options: IngestOptions) {
    this.#writer = writer
    this.#options = options
    this.#stored = this.#checkpoint = writer.checkpoint() ?? genesis
    this.#reader = new BlockReader(this.#checkpoint.chain)
  }

  take(line: string): void {
    if (this.#failure) throw this.#failure
    let block: WholeBlock | undefined
    try {
      block = this.#reader.take(line, this.#checkpoint)
    } catch (error) {
      this.#commit()
      throw error
    }
    if (block) this.#apply(block)
  }

  finish(): Progress {
    if (this.#failure) throw this.#failure
    this.#commit()
    return this.#progress()
  }

  #apply(block: WholeBlock): void {
    const batch = this.#open()
    batch.block = block
    try {
      for (const event of block.events) {
        const projection = projections.get(event.type)
        if (projection) {
          batch.events += 1n
          applyEvent(projection, event, batch)
        } else {
          this.#others.set(event.type, (this.#others.get(event.type) ?? 0) + 1)
        }
      }
    } catch (error) {
      this.#close()
      this.#writer.rollback()
      throw error
    }
    this.#blocks += 1
    this.#batchEvents += block.events.length
    this.#checkpoint = advanced(this.#checkpoint, block, batch, this.#reader.chain)
    const { batchEvents = 30_000 } = this.#options
    if (this.#batchEvents >= batchEvents) this.#commit()
  }

  #open(): Batch {
    if (this.#batch) return this.#batch
    this.#writer.begin()
    this.#batchEvents = 0
    this.#batch = new Batch(this.#writer, this.#checkpoint)
    // Fires between two reads of the source only, when no block is half applied.
    this.#timer = setTimeout(() => this.#commitInTime(), LONGEST_BATCH_MS)
    return this.#batch
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#batch = undefined
  }

  #commitInTime(): void {
    try {
      this.#commit()
    } catch (error) {
      this.#failure = error
    }
  }

  #commit(): void {
    if (!this.#batch) return
    this.#batch.flush()
    this.#writer.commit(this.#checkpoint)
    this.#events += Number(this.#checkpoint.events - this.#stored.events)
    this.#stored = this.#checkpoint
    this.#close()
    this.#options.onCommit?.(this.#progress())
  }

  #progress(): Progress {
    const { unfinished } = this.#reader
    return {
      blocks: this.#blocks,
      skipped: this.#reader.skipped,
      events: this.#events,
      others: this.#others,
      lines: this.#reader.lines,
      checkpoint: this.#stored,
      ...(unfinished !== undefined && { unfinished }),
    }
  }
}

function applyEvent(
  projection: NonNullable<ReturnType<typeof projections.get>>,
  event: WholeBlock['events'][number],
  batch: Batch,
): void {
  try {
    const payload = message(event.message, projection.payload)
    if (!payload)
      throw new MalformedEvent(`an event of type ${event.type} must carry "${projection.payload}"`)
    projection.apply(payload, batch)
  } catch (error) {
    if (error instanceof MalformedEvent) throw new LineError(event.line, error.message, { cause: error })
    throw error
  }
}

function advanced(before: Checkpoint, block: WholeBlock, batch: Batch, chain: string): Checkpoint {
  return {
    chain,
    height: block.height,
    hashes: block.height === before.height ? [...before.hashes, block.hash] : [block.hash],
    time: block.time,
    events: batch.events,
    endedEpoch: batch.endedEpoch,
  }
}
