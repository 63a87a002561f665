import { randomBytes } from 'node:crypto'
import { HISTORY_COLUMNS, type History, NO_HISTORY } from './history.ts'

export interface FilePlace {
  /** The name of the file without folder and compression. */
  readonly file: string
  /** Bytes before the record with the end of the last stored block, of the unpacked content. */
  readonly offset: number
  /** Lines or frames before that record. */
  readonly records: number
}

/** The position in the stream. It commits together with the rows of the last whole block. */
export interface Checkpoint {
  /** The chain of the events. Ingest refuses events of another chain. */
  readonly chain: string
  readonly height: bigint
  /** Hashes of the stored blocks of that height: genesis shares height 1 with the first block. */
  readonly hashes: readonly string[]
  /** Time of the last stored block, Unix nanoseconds. */
  readonly time: bigint
  /** Number of events read so far, which is also the arrival number of the last one. */
  readonly events: bigint
  /** The highest epoch that has ended; -1 before the first end. */
  readonly endedEpoch: bigint
  readonly history: History
  /** How long records stay after their end; nanoseconds, 0 for ever. */
  readonly keep: bigint
  /** The limit of the history: records that ended before it are gone; Unix nanoseconds, 0 without a limit. */
  readonly since: bigint
  /** The place of the last stored block; absent if it did not come from a file. */
  readonly place?: FilePlace
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

/** The columns of the checkpoint in both databases that readers need, in the order of {@link checkpointOf}. */
export const HEAD_COLUMNS = `chain, height, hashes, time, events, ended_epoch, keep, since, run, ${Object.keys(HISTORY_COLUMNS).join(', ')}`

/** All columns of the checkpoint, for the writer. */
export const CHECKPOINT_COLUMNS = `${HEAD_COLUMNS}, file, file_offset, file_records`

/**
 * Reads {@link HEAD_COLUMNS} or {@link CHECKPOINT_COLUMNS}. Returns undefined when the database has no checkpoint
 * yet.
 */
export function checkpointOf(row: readonly unknown[] = []): Checkpoint | undefined {
  type Columns = [
    ...[chain: string | null | undefined, height: bigint, hashes: string, time: bigint],
    ...[events: bigint, endedEpoch: bigint, keep: bigint, since: bigint, run: string],
    ...[first: bigint, partialSince: bigint, gaps: bigint, source: string],
    ...[file?: string, offset?: bigint, records?: bigint],
  ]
  const [chain, height, hashes, time, events, endedEpoch, keep, since, run, ...others] = row as Columns
  if (chain == null) return undefined
  const [first, partialSince, gaps, source, file, offset, records] = others
  const history = { first, partialSince, gaps, source }
  const place = file && { place: { file, offset: Number(offset), records: Number(records) } }
  return {
    ...{ chain, height, hashes: hashes.split(' '), time, events, endedEpoch, keep, since },
    ...{ history, ...place, run },
  }
}

/** Returns the values of {@link CHECKPOINT_COLUMNS} for a run of ingest. */
export function checkpointValues(
  { chain, height, hashes, time, events, endedEpoch, keep, since, history, place }: Checkpoint,
  run: string,
): (string | bigint)[] {
  const { file, offset, records } = place ?? { file: '', offset: 0, records: 0 }
  return [
    ...[chain, height, hashes.join(' '), time, events, endedEpoch, keep, since, run],
    ...[history.first, history.partialSince, history.gaps, history.source],
    ...[file, BigInt(offset), BigInt(records)],
  ]
}

export const genesis: Checkpoint = {
  chain: '',
  height: -1n,
  hashes: [],
  time: 0n,
  events: 0n,
  endedEpoch: -1n,
  history: NO_HISTORY,
  keep: 0n,
  since: 0n,
}

/**
 * Returns a name for the state of all responses at a checkpoint. Rows change only with it, and no two runs of ingest
 * share one.
 */
export function stateOf({ run, height, events, endedEpoch }: Checkpoint): string {
  return [run ?? 'empty', height, events, endedEpoch].join(' ')
}

/** Returns true if an epoch has ended between two states. */
export function areEpochsApart(state: string, other: string): boolean {
  return state.slice(state.lastIndexOf(' ')) !== other.slice(other.lastIndexOf(' '))
}
