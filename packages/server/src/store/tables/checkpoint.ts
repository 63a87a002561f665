import { randomBytes } from 'node:crypto'

/** The position in the stream. It commits together with the rows of the last whole block. */
export interface Checkpoint {
  /** The chain of the events. Ingest refuses events of another chain. */
  readonly chain: string
  /** Height of the last stored block. */
  readonly height: bigint
  /** Hashes of the stored blocks of that height: genesis shares height 1 with the first block. */
  readonly hashes: readonly string[]
  /** Time of the last stored block, Unix nanoseconds. */
  readonly time: bigint
  /** Number of events read so far, which is also the arrival number of the last one. */
  readonly events: bigint
  /** The highest epoch that has ended; -1 before the first end. */
  readonly endedEpoch: bigint
  /** The run of ingest that stored it; absent until it is stored. */
  readonly run?: string
}

/**
 * Returns a unique name for a run of ingest, across all databases. A checkpoint alone does not identify the rows:
 * another version, or other events, may reach the same checkpoint with other rows.
 */
export function newRun(): string {
  return randomBytes(9).toString('base64url')
}

/** The columns of the checkpoint in both databases, in the order of {@link checkpointOf}. */
export const CHECKPOINT_COLUMNS = 'chain, height, hashes, time, events, ended_epoch, run'

/** Reads {@link CHECKPOINT_COLUMNS}. Returns undefined when the database has no checkpoint yet. */
export function checkpointOf(row: readonly unknown[] = []): Checkpoint | undefined {
  type Columns = [string | null | undefined, bigint, string, bigint, bigint, bigint, string]
  const [chain, height, hashes, time, events, endedEpoch, run] = row as Columns
  return chain == null
    ? undefined
    : { chain, height, hashes: hashes.split(' '), time, events, endedEpoch, run }
}

/** Returns the values of {@link CHECKPOINT_COLUMNS} for a run of ingest. */
export function checkpointValues(
  { chain, height, hashes, time, events, endedEpoch }: Checkpoint,
  run: string,
): (string | bigint)[] {
  return [chain, height, hashes.join(' '), time, events, endedEpoch, run]
}

/** The start of a stream. */
export const genesis: Checkpoint = {
  chain: '',
  height: -1n,
  hashes: [],
  time: 0n,
  events: 0n,
  endedEpoch: -1n,
}
