import type { EventRecord } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import type { RecordError } from './record-error.ts'
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
   * Returns the lost blocks up to a height; undefined if they are stored already.
   *
   * @param hash the hash of the block of that height, if its end has arrived
   */
  upTo(height: bigint, { height: stored }: Position, hash?: string): Aside | undefined {
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

  /** Returns true if so many blocks cannot be in these records: blocks are missing besides. */
  isTooMany({ count }: Aside): boolean {
    return count > this.bad + (this.open ? 1 : 0)
  }

  /** Returns the time of the last lost block; undefined if unknown. */
  timeOf(height: bigint): bigint | undefined {
    return this.open?.height === height ? this.open.time : undefined
  }
}
