import type { BusEvent, EventRecord, Message } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import { sequence } from '../projections/fields.ts'
import { END } from './event-types.ts'
import { RecordError, type RecordPlace } from './record-error.ts'
import type { Aside, Position } from './whole-block.ts'

/**
 * The records from the begin of a block with a bad record to the end of that block. If its end is the bad record, they
 * go on to the next begin.
 */
export class Damage {
  readonly #reason: RecordError
  readonly open: Block | undefined
  readonly records: EventRecord[]
  /** Number of bad records. Each may hide the end of a block and the begin of the next one. */
  bad = 1

  /** @param open the block that the first bad record is in; absent between two blocks */
  constructor(reason: RecordError, open: Block | undefined, records: EventRecord[]) {
    this.#reason = reason
    this.open = open
    this.records = records
  }

  /**
   * Returns the blocks that are lost at the end of a block, or before the begin of one; undefined if they are stored
   * already.
   *
   * @throws RecordError when more blocks are missing than these records can have
   */
  end(event: BusEvent, stored: Position, place: RecordPlace): Aside | undefined {
    // The begin of a block has its height in the same field.
    const height = sequence(event.payload() as Message<'vega.events.v1.EndBlock'>, 'height')
    const lost =
      event.type === END
        ? this.#upTo(height, stored, event.block.toLowerCase())
        : this.#upTo(height - 1n, stored)
    if (lost && lost.count > this.bad + (this.open ? 1 : 0))
      throw new RecordError(
        place,
        `blocks ${stored.height + 1n} to ${lost.height} are missing; ${this.records.length} records before this one were damaged, which cannot be all of them`,
      )
    return lost
  }

  /** @param hash the hash of the block of that height, if its end has arrived */
  #upTo(height: bigint, { height: stored }: Position, hash?: string): Aside | undefined {
    // The first block of a new database may have any height.
    const firstLost =
      stored >= 0n ? stored + 1n : (this.open?.height ?? (hash === undefined ? height + 1n : height))
    const count = Number(height - firstLost + 1n)
    if (count < 0 || (count === 0 && (this.open || hash !== undefined))) return undefined
    return {
      height,
      count,
      hash: hash ?? (this.open?.height === height ? this.open.hash : ''),
      reason: this.#reason,
      records: this.records,
    }
  }
}
