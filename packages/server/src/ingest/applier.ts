import { projections } from '../projections/index.ts'
import type { Checkpoint } from '../store/checkpoint.ts'
import type { Batch } from './batch.ts'
import { LineError, type WholeBlock } from './blocks.ts'
import { MalformedEvent, message } from './protojson.ts'

/** The last block taken. */
export type Position = Pick<Checkpoint, 'chain' | 'height' | 'hashes' | 'time'>

/** What becomes of whole blocks. */
export interface Applier {
  /**
   * Takes a block, to be stored with the next commit.
   *
   * @throws LineError for an event that cannot be taken; nothing since the last commit is stored then
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
