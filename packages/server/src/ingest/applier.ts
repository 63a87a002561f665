import { MalformedEvent } from '@trading-network/events'
import type { Batch } from '../projections/batch.ts'
import { projections } from '../projections/index.ts'
import type { Projection } from '../projections/projection.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { Event, Position, WholeBlock } from './blocks.ts'
import { RecordError } from './record-error.ts'

/** Stores whole blocks. */
export interface Applier {
  /**
   * Takes a block, which the next commit stores.
   *
   * @throws RecordError for an invalid event; nothing since the last commit is stored then
   */
  take(block: WholeBlock): void
  /** Stores the blocks since the last commit, together with the position. Throws like {@link take}. */
  commit(position: Position): Checkpoint | Promise<Checkpoint>
}

/** Applies the events of a block to the read models. */
export function applyBlock(block: WholeBlock, batch: Batch): void {
  batch.block = block
  for (const event of block.events) {
    const projection = projections.get(event.type)
    if (!projection) continue
    batch.events += 1n
    applyEvent(projection, event, batch)
  }
}

/** Returns the checkpoint after this batch. */
export function checkpointAt(position: Position, { events, endedEpoch }: Batch): Checkpoint {
  return { ...position, events, endedEpoch }
}

function applyEvent(projection: Projection, { message, place }: Event, batch: Batch): void {
  try {
    projection.apply(message, batch)
  } catch (error) {
    if (error instanceof MalformedEvent)
      throw new RecordError(place.unit, place.number, error.message, { cause: error })
    throw error
  }
}
