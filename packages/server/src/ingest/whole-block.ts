import type { EventRecord, Payload } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { RecordError, RecordPlace } from './record-error.ts'

/** The place of a block in the stream. */
export type Position = Pick<Checkpoint, 'chain' | 'height' | 'hashes' | 'time' | 'place'>

/** An event of a projection, with its source record. */
export interface Event {
  readonly place: RecordPlace
  readonly type: string
  readonly message: Payload
}

/** A whole block: everything between its begin and its end. */
export interface WholeBlock extends Block {
  readonly events: readonly Event[]
  /** The number of events by type, those that no projection reads included. */
  readonly types: ReadonlyMap<string, number>
  readonly position: Position
  /** Number of blocks with missing events: 1 if it has a gap; it also stands for the lost blocks before it. */
  readonly gaps: number
  /** Its lines or frames, kept only with a quarantine. */
  readonly records: readonly EventRecord[]
}

/** A block that is set aside because of a bad event. */
export interface Aside {
  /** Height of the block; of the last one, if there are several. */
  readonly height: bigint
  /** Number of blocks in these records; 0 for records between two blocks. */
  readonly count: number
  /** '' if unknown. */
  readonly hash: string
  readonly reason: RecordError
  readonly records: readonly EventRecord[]
}

/** Returns a block without events. Its position stays, so that the next block follows it. */
export function emptied(block: WholeBlock): WholeBlock {
  return { ...block, events: [], types: new Map(), records: [], gaps: Math.max(1, block.gaps) }
}
