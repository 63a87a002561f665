import type { Payload } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { RecordPlace } from './record-error.ts'

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
  /** True if events are missing. */
  readonly hasGap: boolean
}
