import { MalformedEvent, type Payload } from '@trading-network/events'
import { Batch } from '../projections/batch.ts'
import { projections } from '../projections/index.ts'
import type { SqliteWriter } from '../store/sqlite/writer.ts'
import type { Checkpoint, History } from '../store/tables/checkpoint.ts'
import type { IngestOptions } from './options.ts'
import { RecordError, type RecordPlace } from './record-place.ts'
import type { Position } from './stored-blocks.ts'

/** An event of a projection, with its source record. */
interface Event {
  readonly place: RecordPlace
  readonly type: string
  readonly message: Payload
}

/** A whole block: everything between its begin and its end. */
export interface WholeBlock {
  readonly position: Position
  readonly events: readonly Event[]
  /** The types of all its events, those that no projection reads included. */
  readonly types: readonly string[]
  /** True if events are missing. */
  readonly hasGap: boolean
}

/** An event that its projection refuses. */
export class InvalidEvent extends RecordError {
  readonly block: WholeBlock

  constructor(block: WholeBlock, { place }: Event, cause: MalformedEvent) {
    super(place, cause.message, { cause })
    this.block = block
  }
}

/**
 * Applies whole blocks to the read models, in one transaction with the position of the last one.
 *
 * @param stored the checkpoint before them
 * @param source the name of the source, for the history
 * @throws InvalidEvent unless the history is partial; then nothing is stored
 */
export function storeBlocks(
  writer: SqliteWriter,
  stored: Checkpoint,
  blocks: readonly WholeBlock[],
  source: string,
  { partial = false, onLeftOut }: IngestOptions,
): Checkpoint {
  const positions = blocks.map(({ position }) => position)
  writer.begin(stored)
  try {
    const batch = new Batch(writer, stored)
    const leftOut = blocks.flatMap(block => [...applied(block, batch)])
    if (leftOut[0] && !partial) throw leftOut[0]
    batch.flush()
    const { events, endedEpoch, keep, since } = batch
    const marked = new Set(leftOut.map(({ block }) => block))
    const withGap = blocks.filter(block => block.hasGap || marked.has(block))
    const history = extended(stored, positions[0] as Position, withGap, source)
    const last = positions.at(-1) as Position
    const checkpoint = { ...last, events, endedEpoch, keep, since, history }
    writer.commit(checkpoint, positions)
    for (const bad of leftOut) onLeftOut?.(bad)
    return checkpoint
  } catch (error) {
    writer.rollback()
    throw error
  }
}

/** The height of the network's first block. Genesis may have 0. */
const FIRST_HEIGHT = 1n

function extended(
  { height, history }: Checkpoint,
  start: Position,
  withGap: readonly WholeBlock[],
  source: string,
): History {
  const isFirst = height < 0n
  const first = isFirst ? start.height : history.first
  const isLate = isFirst && first > FIRST_HEIGHT
  const earliest = isLate ? first : (withGap[0]?.position.height ?? -1n)
  return {
    first,
    partialSince: history.partialSince >= 0n ? history.partialSince : earliest,
    gaps: history.gaps + BigInt(withGap.length),
    source: isFirst ? (start.place?.file ?? source) : history.source,
  }
}

/** Applies a block, and yields the events that their projections refuse. */
function* applied(block: WholeBlock, batch: Batch): Generator<InvalidEvent> {
  batch.begin(block.position.time)
  for (const event of block.events) {
    batch.events += 1n
    try {
      projections.get(event.type)?.(event.message, batch)
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error
      yield new InvalidEvent(block, event, error)
    }
  }
}
