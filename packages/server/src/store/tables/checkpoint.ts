import { randomBytes } from 'node:crypto'

/** How far the stream has been read; it commits together with the rows of the last whole block. */
export interface Checkpoint {
  /** The chain whose events these are; another chain's are refused. */
  readonly chain: string
  /** Height of the last stored block. */
  readonly height: bigint
  /** Hashes of the stored blocks of that height: genesis shares height 1 with the first block. */
  readonly hashes: readonly string[]
  /** Time of the last stored block, Unix nanoseconds. */
  readonly time: bigint
  /** Events read so far; numbers the arrivals. */
  readonly events: bigint
  /** The highest epoch that has ended; -1 before the first end. */
  readonly endedEpoch: bigint
  /** The run of ingest that stored it; absent until it is stored. */
  readonly run?: string
}

/**
 * A name for a run of ingest that no other run has, in any database. A checkpoint alone does not say which rows there are:
 * another version, or other events, may come to the same one with other rows.
 */
export function newRun(): string {
  return randomBytes(9).toString('base64url')
}

/** Where a stream starts. */
export const genesis: Checkpoint = {
  chain: '',
  height: -1n,
  hashes: [],
  time: 0n,
  events: 0n,
  endedEpoch: -1n,
}
