import { Batch } from '../projections/batch.ts'
import { DatabaseError } from '../store/database-error.ts'
import { type Checkpoint, genesis } from '../store/tables/checkpoint.ts'
import type { Writer } from '../store/tables/writer.ts'
import { type Applier, applyBlock, checkpointAt } from './applier.ts'
import type { Position, WholeBlock } from './blocks.ts'

/** Applies each block on arrival, since the database responds synchronously. */
export class DirectApplier implements Applier {
  readonly #writer: Writer
  #stored: Checkpoint
  #batch: Batch | undefined

  constructor(writer: Writer, stored: Checkpoint) {
    this.#writer = writer
    this.#stored = stored
  }

  take(block: WholeBlock): void {
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
