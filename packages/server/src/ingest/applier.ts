import { setTimeout as wait } from 'node:timers/promises'
import { MalformedEvent } from '@trading-network/events'
import { Batch } from '../projections/batch.ts'
import { projections } from '../projections/index.ts'
import { DatabaseError } from '../store/database-error.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { History } from '../store/tables/history.ts'
import type { Writer } from '../store/tables/writer.ts'
import { RecordError } from './record-error.ts'
import type { Event, Position, WholeBlock } from './whole-block.ts'

/** Maximum time of retries before ingest gives up, for a restart or a change of primary; milliseconds. */
const MAX_ABSENCE = 60_000
const RETRY_MS = 250

/** An event that its projection refuses. */
export class InvalidEvent extends RecordError {
  readonly block: WholeBlock

  constructor(block: WholeBlock, { place }: Event, cause: MalformedEvent) {
    super(place, cause.message, { cause })
    this.block = block
  }
}

export interface ApplierOptions {
  /** The name of the source, for the history. */
  readonly source: string
  /** Called with the failure before a batch is retried, for a minute at most. */
  readonly onRetry: ((failure: Error) => void) | undefined
  /** Ends the retries. */
  readonly signal: AbortSignal | undefined
  /** Leaves invalid events out, and marks their blocks. Otherwise ingest stops there. */
  readonly partial: boolean
  readonly onLeftOut: (error: InvalidEvent) => void
}

/**
 * Applies a batch of whole blocks to the read models. SQLite reads each row at once. PostgreSQL is behind a socket, where
 * a query per row would cost a round trip each. So its first pass over the events finds the rows that they need, and one
 * query fetches all of them. The pass is repeated until no row is missing. Projections do not notice.
 */
export class Applier {
  readonly #writer: Writer
  readonly #options: ApplierOptions
  #stored: Checkpoint

  constructor(writer: Writer, stored: Checkpoint, options: ApplierOptions) {
    this.#writer = writer
    this.#stored = stored
    this.#options = options
  }

  /**
   * Stores blocks together with the position of the last one.
   *
   * @throws InvalidEvent unless the history is partial, after storing the blocks before it
   */
  async commit(blocks: readonly WholeBlock[]): Promise<Checkpoint> {
    try {
      this.#stored = await this.#store(blocks)
    } catch (error) {
      if (error instanceof InvalidEvent) {
        const good = blocks.slice(0, blocks.indexOf(error.block))
        if (good.length > 0) await this.commit(good)
        throw error
      }
      if (!this.#writer.mayPass(error)) throw error
      this.#options.onRetry?.(error as Error)
      this.#stored = await this.#storeAgain(blocks, error)
    }
    return this.#stored
  }

  async #store(blocks: readonly WholeBlock[]): Promise<Checkpoint> {
    const { position } = blocks.at(-1) as WholeBlock
    const pass = this.#writer.begin(this.#stored)
    try {
      for (;;) {
        const batch = new Batch(pass, this.#stored)
        const { failure, leftOut } = applied(blocks, batch, this.#options.partial)
        if (await pass.repeat()) continue
        if (failure) throw failure
        const { events, endedEpoch, keep, since } = batch
        const marked = new Set(leftOut.map(({ block }) => block))
        const withGap = blocks.filter(block => block.hasGap || marked.has(block))
        const history = extended(this.#stored, blocks[0] as WholeBlock, withGap, this.#options.source)
        const checkpoint = { ...position, events, endedEpoch, keep, since, history }
        await pass.commit(
          checkpoint,
          blocks.map(block => block.position),
        )
        for (const bad of leftOut) this.#options.onLeftOut(bad)
        return checkpoint
      }
    } catch (error) {
      pass.rollback()
      throw error
    }
  }

  /** Runs after a broken connection. Checks if the batch was stored, and stores it if not. */
  async #storeAgain(blocks: readonly WholeBlock[], first: unknown): Promise<Checkpoint> {
    const { position } = blocks.at(-1) as WholeBlock
    let failure = first
    for (
      const deadline = performance.now() + MAX_ABSENCE;
      performance.now() < deadline && !this.#options.signal?.aborted;
      await wait(RETRY_MS)
    ) {
      try {
        await this.#writer.reopen()
        const found = await this.#writer.checkpoint()
        if (found && isAt(found, position)) return found
        if (!isAt(found ?? this.#stored, this.#stored)) throw movedOn(found)
        return await this.#store(blocks)
      } catch (error) {
        if (!this.#writer.mayPass(error)) throw error
        failure = error
      }
    }
    throw failure
  }
}

/** The height of the network's first block. Genesis may have 0. */
const FIRST_HEIGHT = 1n

function extended(
  { height, history }: Checkpoint,
  start: WholeBlock,
  withGap: readonly WholeBlock[],
  source: string,
): History {
  const isFirst = height < 0n
  const first = isFirst ? start.height : history.first
  const isLate = isFirst && first > FIRST_HEIGHT
  const earliest = isLate ? first : (withGap[0]?.height ?? -1n)
  return {
    first,
    partialSince: history.partialSince >= 0n ? history.partialSince : earliest,
    gaps: history.gaps + BigInt(withGap.length),
    source: isFirst ? (start.position.place?.file ?? source) : history.source,
  }
}

/**
 * Applies blocks, and returns the failure. Events that read a missing row may fail only because of that.
 *
 * @param partial true to go on after an invalid event
 */
function applied(blocks: readonly WholeBlock[], batch: Batch, partial: boolean) {
  const leftOut: InvalidEvent[] = []
  try {
    for (const block of blocks) {
      batch.begin(block)
      for (const event of block.events) {
        const invalid = applyEvent(block, event, batch)
        if (invalid && !partial) throw invalid
        if (invalid) leftOut.push(invalid)
      }
    }
    batch.flush()
    return { leftOut }
  } catch (failure) {
    return { failure, leftOut }
  }
}

function applyEvent(block: WholeBlock, event: Event, batch: Batch): InvalidEvent | undefined {
  batch.events += 1n
  try {
    projections.get(event.type)?.(event.message, batch)
    return undefined
  } catch (error) {
    if (error instanceof MalformedEvent) return new InvalidEvent(block, event, error)
    throw error
  }
}

function isAt({ height, hashes }: Position, other: Position): boolean {
  return height === other.height && hashes.join() === other.hashes.join()
}

function movedOn(found: Checkpoint | undefined): DatabaseError {
  const where = found ? `at block ${found.height}` : 'empty'
  return new DatabaseError(
    `while the connection was broken the database became another one: it is ${where}; run the same command again`,
  )
}
