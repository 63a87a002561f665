import { projections } from '../projections/index.ts'
import type { BulkWriter } from '../store/bulk-writer.ts'
import { type Checkpoint, genesis } from '../store/checkpoint.ts'
import type { Writer } from '../store/writer.ts'
import type { Applier, Position } from './applier.ts'
import { BlockReader, LineError, type WholeBlock } from './blocks.ts'
import { DirectApplier } from './direct.ts'
import { type Source, SourceError } from './lines.ts'
import { SpeculativeApplier } from './speculative.ts'

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
  /** Told when a database behind a socket fails and is tried again, for a minute at most. */
  onRetry?(failure: Error): void
  /** Stops after the block at hand. */
  signal?: AbortSignal
  /** Events after which a batch of whole blocks is committed; default 30 000, behind a socket 10 000. */
  batchEvents?: number
  /** How long blocks wait for more to be committed with; milliseconds, default 500. Longer is faster, where nobody waits. */
  batchTime?: number
}

/** So that a live feed is served as it comes. */
const LONGEST_BATCH_MS = 500

/**
 * Reads events from a source into a database, whole blocks at a time, from where the database stands.
 *
 * @throws LineError for a line that cannot be taken; every block before its batch is stored, nothing of it is
 * @throws SourceError for a source that breaks off; every whole block that came is stored
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
    throw error instanceof LineError ? (source.locate?.(error) ?? error) : error
  }
}

async function ingestAll(source: Source, run: Run, signal: AbortSignal | undefined): Promise<Progress> {
  try {
    for await (const lines of untilFailure(source.lines(), run)) {
      for (const line of lines) {
        const committing = run.take(line)
        if (committing) await committing
      }
      if (signal?.aborted) break
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const progress = await run.finish()
    // A source that waits for more breaks off when it is told to stop.
    if (!signal?.aborted) throw error
    return progress
  }
  return run.finish()
}

/** The lines as they come, until a commit fails: also one that fails while no line comes. */
async function* untilFailure(source: AsyncIterable<string[]>, run: Run): AsyncGenerator<string[]> {
  const lines = source[Symbol.asyncIterator]()
  let waits = false
  try {
    for (;;) {
      waits = true
      const next = await new Promise<IteratorResult<string[]>>((resolve, reject) => {
        run.onFailure(reject)
        lines.next().then(resolve, reject)
      })
      waits = false
      if (next.done) return
      yield next.value
    }
  } finally {
    const ended = lines.return?.()
    // A source that is waited for ends with its next lines, or when its signal says so.
    if (waits) ended?.catch(() => undefined)
    else await ended
  }
}

async function startRun(writer: Writer | BulkWriter, options: IngestOptions): Promise<Run> {
  const stored = (await writer.checkpoint()) ?? genesis
  // What is behind a socket holds the events of a batch in memory.
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
  readonly #others = new Map<string, number>()
  readonly #start: Checkpoint
  #stored: Checkpoint
  #position: Position
  /** Blocks and events taken since the last commit began. */
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
    this.#reader = new BlockReader(stored.chain)
  }

  /** Takes a line. A promise is the end of a commit, to be waited for before the next line. */
  take(line: string): Promise<void> | undefined {
    if (this.#failure) throw this.#failure
    let block: WholeBlock | undefined
    try {
      block = this.#reader.take(line, this.#position)
    } catch (error) {
      const committing = this.#commit()
      if (!committing) throw error
      return committing.then(() => {
        throw error
      })
    }
    return block && this.#take(block)
  }

  /** Calls back once a commit has failed that nobody waits for. */
  onFailure(tell: (failure: unknown) => void): void {
    this.#onFailure = tell
    if (this.#failure) tell(this.#failure)
  }

  async finish(): Promise<Progress> {
    if (this.#failure) throw this.#failure
    await this.#commit()
    return this.#progress()
  }

  #take(block: WholeBlock): Promise<void> | undefined {
    for (const { type } of block.events)
      if (!projections.has(type)) this.#others.set(type, (this.#others.get(type) ?? 0) + 1)
    try {
      this.#applier.take(block)
    } catch (error) {
      clearTimeout(this.#timer)
      throw error
    }
    // Fires between two reads of the source only, when no block is half applied.
    if (this.#taken.blocks === 0)
      this.#timer = setTimeout(() => this.#commitInTime(), this.#options.batchTime ?? LONGEST_BATCH_MS)
    this.#taken.blocks += 1
    this.#taken.events += block.events.length
    this.#position = advanced(this.#position, block, this.#reader.chain)
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

  /** Commits what was taken; a commit that takes time is waited for by the next one. */
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
      others: this.#others,
      lines: this.#reader.lines,
      checkpoint: this.#stored,
      ...(unfinished !== undefined && { unfinished }),
    }
  }
}

function advanced(before: Position, block: WholeBlock, chain: string): Position {
  return {
    chain,
    height: block.height,
    hashes: block.height === before.height ? [...before.hashes, block.hash] : [block.hash],
    time: block.time,
  }
}
