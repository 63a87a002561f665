import { Batch } from '../projections/batch.ts'
import { DatabaseError } from '../store/database-error.ts'
import { type Checkpoint, genesis } from '../store/tables/checkpoint.ts'
import type { Writer } from '../store/tables/writer.ts'
import { type Applier, applyBlock, checkpointAt, InvalidEvent, type SetAside } from './applier.ts'
import type { Position, WholeBlock } from './whole-block.ts'

/** Applies each block on arrival, since the database responds synchronously. */
export class DirectApplier implements Applier {
  readonly #writer: Writer
  #stored: Checkpoint
  #batch: Batch | undefined
  readonly #setAside: SetAside | undefined
  /** The blocks of the batch, kept for a quarantine only. */
  #held: WholeBlock[] = []

  constructor(writer: Writer, stored: Checkpoint, setAside?: SetAside) {
    this.#writer = writer
    this.#stored = stored
    this.#setAside = setAside
  }

  take(block: WholeBlock): void {
    if (!this.#setAside) {
      this.#apply(block)
      return
    }
    this.#held.push(block)
    try {
      this.#apply(block)
    } catch (error) {
      if (!(error instanceof InvalidEvent)) throw error
      // The transaction was rolled back, so the blocks before this one are applied again.
      this.#held = this.#held.with(-1, this.#setAside(error))
      for (const held of this.#held) this.#apply(held)
    }
  }

  #apply(block: WholeBlock): void {
    if (!this.#batch) {
      this.#begin()
      this.#batch = new Batch(this.#writer, this.#stored)
    }
    try {
      applyBlock(block, this.#batch)
    } catch (error) {
      this.#batch = undefined
      this.#writer.rollback()
      throw error
    }
  }

  /** Two concurrent writers would count shared events twice. */
  #begin(): void {
    this.#writer.begin()
    const found = this.#writer.checkpoint() ?? genesis
    if (found.height === this.#stored.height && found.events === this.#stored.events) return
    this.#writer.rollback()
    throw new DatabaseError(
      `another process writes to it; end one of the two (it is at block ${found.height} now)`,
    )
  }

  commit(position: Position): Checkpoint {
    if (!this.#batch) return this.#stored
    const batch = this.#batch
    this.#batch = undefined
    this.#held = []
    try {
      batch.flush()
      const stored = checkpointAt(position, batch)
      this.#writer.commit(stored)
      this.#stored = stored
      return stored
    } catch (error) {
      this.#writer.rollback()
      throw error
    }
  }
}
