import { MalformedEvent } from '@trading-network/events'
import type { Batch } from '../projections/batch.ts'
import { projections } from '../projections/index.ts'
import type { Projection } from '../projections/projection.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { Event, Position, WholeBlock } from './blocks.ts'
import { RecordError } from './record-error.ts'

/** What becomes of whole blocks. */
export interface Applier {
  /**
   * Takes a block, to be stored with the next commit.
   *
   * @throws RecordError for an event that cannot be applied; nothing since the last commit is stored then
   */
  take(block: WholeBlock): void
  /** Stores what was taken since the last commit, together with how far that is. Throws as {@link take} does. */
  commit(position: Position): Checkpoint | Promise<Checkpoint>
}

/** Does to the read models what the events of a block do. */
export function applyBlock(block: WholeBlock, batch: Batch): void {
  batch.block = block
  for (const event of block.events) {
    const projection = projections.get(event.type)
    if (!projection) continue
    batch.events += 1n
    applyEvent(projection, event, batch)
  }
}

/** Where the stream stands with this batch applied. */
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
