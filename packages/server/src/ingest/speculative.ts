import { setTimeout as wait } from 'node:timers/promises'
import { Batch } from '../projections/batch.ts'
import { DatabaseError } from '../store/database-error.ts'
import type { BulkWriter, Changes } from '../store/tables/bulk-writer.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { type Applier, applyBlock, checkpointAt, InvalidEvent, type SetAside } from './applier.ts'
import { KnownRows } from './known-rows.ts'
import type { Position, WholeBlock } from './whole-block.ts'

/** Maximum time of retries before ingest gives up, for a restart or a change of primary; milliseconds. */
const MAX_ABSENCE = 60_000
const RETRY_MS = 250

/**
 * Keeps the blocks of a batch and applies them at the commit. The database is behind a socket, where a query per row
 * would cost a round trip each. A first pass over the events finds the rows they need, and one query fetches all of
 * them. The pass is repeated until no row is missing. Projections do not notice.
 */
export class SpeculativeApplier implements Applier {
  readonly #writer: BulkWriter
  readonly #onRetry: (failure: Error) => void
  #stored: Checkpoint
  #held: WholeBlock[] = []

  readonly #setAside: SetAside | undefined

  /** @param onRetry called with the failure before a batch is retried, for a minute at most */
  constructor(
    writer: BulkWriter,
    stored: Checkpoint,
    onRetry: (failure: Error) => void = () => undefined,
    setAside?: SetAside,
  ) {
    this.#writer = writer
    this.#setAside = setAside
    this.#onRetry = onRetry
    this.#stored = stored
  }

  take(block: WholeBlock): void {
    this.#held.push(block)
  }

  async commit(position: Position): Promise<Checkpoint> {
    const blocks = this.#held
    this.#held = []
    try {
      this.#stored = await this.#store(blocks, position)
    } catch (error) {
      if (!this.#writer.mayPass(error)) throw error
      this.#onRetry(error as Error)
      this.#stored = await this.#storeAgain(blocks, position, error)
    }
    return this.#stored
  }

  /** @param blocks those with an invalid event are replaced by empty ones if there is a quarantine */
  async #store(blocks: WholeBlock[], position: Position): Promise<Checkpoint> {
    const { changes, checkpoint } = await this.#settle(blocks, position)
    await this.#writer.commit(changes, checkpoint)
    return checkpoint
  }

  async #settle(
    blocks: WholeBlock[],
    position: Position,
  ): Promise<{ changes: Changes; checkpoint: Checkpoint }> {
    const rows = new KnownRows()
    for (;;) {
      const batch = new Batch(rows, this.#stored)
      let failure: unknown
      try {
        for (const block of blocks) applyBlock(block, batch)
        batch.flush()
      } catch (error) {
        failure = error
      }
      if (!rows.incomplete) {
        if (failure) {
          if (!(failure instanceof InvalidEvent && this.#setAside)) throw failure
          blocks[blocks.indexOf(failure.block)] = this.#setAside(failure)
          rows.undo()
          continue
        }
        return { changes: rows.changes, checkpoint: checkpointAt(position, batch) }
      }
      rows.learn(await this.#writer.fetch(rows.wanted))
    }
  }

  /** Runs after a broken connection. Checks if the batch was stored, and stores it if not. */
  async #storeAgain(blocks: WholeBlock[], position: Position, first: unknown): Promise<Checkpoint> {
    let failure = first
    for (
      const deadline = performance.now() + MAX_ABSENCE;
      performance.now() < deadline;
      await wait(RETRY_MS)
    ) {
      try {
        await this.#writer.reopen()
        const found = await this.#writer.checkpoint()
        if (found && isAt(found, position)) return found
        if (!isAt(found ?? this.#stored, this.#stored)) throw movedOn(found)
        return await this.#store(blocks, position)
      } catch (error) {
        if (!this.#writer.mayPass(error)) throw error
        failure = error
      }
    }
    throw failure
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
