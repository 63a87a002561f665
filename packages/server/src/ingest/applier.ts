import { MalformedEvent } from '@trading-network/events'
import type { Batch } from '../projections/batch.ts'
import { projections } from '../projections/index.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { RecordError } from './record-error.ts'
import type { Event, Position, WholeBlock } from './whole-block.ts'

/** An event that its projection refuses. */
export class InvalidEvent extends RecordError {
  readonly block: WholeBlock

  constructor(block: WholeBlock, { place }: Event, cause: MalformedEvent) {
    super(place, cause.message, { cause })
    this.block = block
  }
}

/** Sets a block with an invalid event aside, and returns it without events. */
export type SetAside = (error: InvalidEvent) => WholeBlock

/** Stores whole blocks. */
export interface Applier {
  /**
   * Takes a block, which the next commit stores.
   *
   * @throws InvalidEvent without a quarantine; nothing since the last commit is stored then
   */
  take(block: WholeBlock): void
  /** Stores the blocks since the last commit, together with the position. Throws like {@link take}. */
  commit(position: Position): Checkpoint | Promise<Checkpoint>
}

/** Applies the events of a block to the read models. */
export function applyBlock(block: WholeBlock, batch: Batch): void {
  batch.block = block
  for (const event of block.events) {
    const apply = projections.get(event.type)
    if (!apply) continue
    batch.events += 1n
    try {
      apply(event.message, batch)
    } catch (error) {
      throw error instanceof MalformedEvent ? new InvalidEvent(block, event, error) : error
    }
  }
}

/** Returns the checkpoint after this batch. */
export function checkpointAt(position: Position, { events, endedEpoch }: Batch): Checkpoint {
  return { ...position, events, endedEpoch }
}
