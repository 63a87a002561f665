import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { RecordError } from './record-place.ts'

export interface Progress {
  readonly blocks: number
  /** Number of blocks that were already stored. */
  readonly skipped: number
  readonly leftOut: number
  /** Number of events that came again, and were dropped. */
  readonly repeated: number
  /** Events that projections read. */
  readonly events: number
  /** The events of the new blocks by type, those that no projection reads included. */
  readonly types: ReadonlyMap<string, number>
  readonly records: number
  /** True if the source had no event. */
  readonly isEmpty: boolean
  readonly checkpoint: Checkpoint
  /** Height of an incomplete block at the end of the source; it is not stored. */
  readonly unfinished?: bigint
}

export interface IngestOptions {
  /** Called after every commit. */
  onCommit?(progress: Progress): void
  /** Called after each batch of records, also if they have no new block. */
  onRead?(progress: Progress): void
  /** Stops after the current block. */
  signal?: AbortSignal | undefined
  /** Maximum number of events per commit of whole blocks; default 30,000. */
  batchEvents?: number | undefined
  /** Maximum time between commits while the source has more input; milliseconds, default 500. */
  batchTime?: number | undefined
  /**
   * Accepts a late start, an open end, and blocks that lack events: a recording of selected types, or bad events.
   */
  partial?: boolean | undefined
  /** Accepts a source that ends within a block, such as a file that is still written. The block is not stored. */
  openEnd?: boolean | undefined
  /**
   * Time that records stay after their end; nanoseconds, 0 for ever. The database remembers it, so a run without this
   * option uses the last value.
   */
  keep?: bigint | undefined
  /**
   * Accepts events of types that no release of the network has, unread; block times a day ahead of the clock and, with
   * `keep`, blocks that are further apart than that.
   */
  accept?: readonly ('types' | 'times')[] | undefined
  /** Maximum size of the events of one block in memory; bytes, default 256 MB. */
  maxBlock?: number | undefined
  /** Called for each bad event that a partial history leaves out. */
  onLeftOut?(error: RecordError): void
}
