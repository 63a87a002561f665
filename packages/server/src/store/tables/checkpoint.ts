import { randomBytes } from 'node:crypto'
import { rowOf } from './rows.ts'
import type { AnyTable, Columns, Row } from './table.ts'

export interface FilePlace {
  /** The name of the file without folder and compression. */
  readonly file: string
  /** Bytes before the record with the end of the last stored block, of the unpacked content. */
  readonly offset: number
  /** Lines or frames before that record. */
  readonly records: number
}

/** The part of the network's history that a database has. It is stored in the checkpoint. */
export interface History {
  /** Height of the first stored block; -1 before that. */
  readonly first: bigint
  /** Height of the first block with missing events or earlier state; -1 if nothing is missing. */
  readonly partialSince: bigint
  /** Number of stored blocks with missing events. */
  readonly gaps: bigint
  /** The file or stream that the first block came from; '' before that. */
  readonly source: string
}

/** A history in JSON. Heights are decimal text. */
export interface HistorySummary {
  readonly firstBlock: string
  /** Absent from a complete history. */
  readonly partialSince?: string
  readonly blocksWithGaps: number
  readonly source: string
  /** Records that ended before this block time are gone; Unix nanoseconds. Absent without a limit. */
  readonly historySince?: string
  /** Time that records stay after their end; seconds, 0 if the limit no longer moves. Absent without a limit. */
  readonly keepSeconds?: number
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
  /** Time that records stay after their end; nanoseconds, 0 for ever. */
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

const COLUMNS = {
  ...{ chain: 'text', height: 'integer', hashes: 'text', time: 'integer' },
  ...{ events: 'integer', ended_epoch: 'integer', keep: 'integer', since: 'integer', run: 'text' },
  ...{ first_block: 'integer', partial_since: 'integer', gaps: 'integer', source: 'text' },
  ...{ file: 'text', file_offset: 'integer', file_records: 'integer' },
} as const satisfies Columns

/** The table with the one checkpoint. */
export const checkpointTable: AnyTable = {
  name: 'checkpoint',
  columns: { one: 'integer', ...COLUMNS },
  key: ['one'],
  indexes: [],
}

const names = Object.keys(COLUMNS)

/** The columns of {@link checkpointOf}, and the statement for {@link checkpointValues}. */
export const CHECKPOINT = {
  columns: names.join(', '),
  read: `SELECT ${names.join(', ')} FROM checkpoint`,
  put: `INSERT INTO checkpoint (one, ${names.join(', ')}) VALUES (1, ${names.map((_, index) => `?${index + 1}`).join(', ')})
    ON CONFLICT (one) DO UPDATE SET ${names.map(name => `${name} = excluded.${name}`).join(', ')}`,
}

/** Returns the checkpoint in the values of its columns; {@link genesis} when the database has none yet. */
export function checkpointOf(values: readonly unknown[] = []): Checkpoint {
  if (values[0] === undefined || values[0] === null) return genesis
  const row = rowOf(names, values) as Row<typeof COLUMNS>
  const { chain, height, time, events, keep, since, run, file } = row
  const place = { file, offset: Number(row.file_offset), records: Number(row.file_records) }
  return {
    ...{ chain, height, hashes: row.hashes.split(' '), time, events, endedEpoch: row.ended_epoch },
    ...{ keep, since, run, ...(file && { place }) },
    history: { first: row.first_block, partialSince: row.partial_since, gaps: row.gaps, source: row.source },
  }
}

export function checkpointValues(
  { chain, height, hashes, time, events, endedEpoch, keep, since, history, place }: Checkpoint,
  run: string,
): (string | bigint)[] {
  const { file, offset, records } = place ?? { file: '', offset: 0, records: 0 }
  const row: Row<typeof COLUMNS> = {
    ...{ chain, height, hashes: hashes.join(' '), time, events, ended_epoch: endedEpoch, keep, since, run },
    ...{ first_block: history.first, partial_since: history.partialSince },
    ...{ gaps: history.gaps, source: history.source },
    ...{ file, file_offset: BigInt(offset), file_records: BigInt(records) },
  }
  return names.map(name => row[name as keyof typeof row])
}

/** The checkpoint before the first block. */
export const genesis: Checkpoint = {
  chain: '',
  height: -1n,
  hashes: [],
  time: 0n,
  events: 0n,
  endedEpoch: -1n,
  history: { first: -1n, partialSince: -1n, gaps: 0n, source: '' },
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

export function summaryOf({
  history,
  keep,
  since,
}: Pick<Checkpoint, 'history' | 'keep' | 'since'>): HistorySummary {
  const { first, partialSince, gaps, source } = history
  return {
    firstBlock: String(first),
    ...(partialSince >= 0n && { partialSince: String(partialSince) }),
    blocksWithGaps: Number(gaps),
    source,
    ...(since > 0n && { historySince: String(since), keepSeconds: Number(keep / 1_000_000_000n) }),
  }
}
