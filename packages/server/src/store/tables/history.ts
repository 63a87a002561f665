/** The part of the network's history that a database has. It is stored in the checkpoint. */
export interface History {
  /** Height of the first stored block; -1 if it is unknown, since an earlier version made the database. */
  readonly first: bigint
  /** Height of the first block with missing events or earlier state; -1 if nothing is missing. */
  readonly partialSince: bigint
  /** Number of stored blocks with missing events. */
  readonly gaps: bigint
  /** The file or stream that the first block came from; '' if it is unknown. */
  readonly source: string
}

/** A history in JSON. Heights are decimal text. */
export interface HistorySummary {
  /** Absent if it is unknown. */
  readonly firstBlock?: string
  /** True if the first block is unknown, since an earlier version made the database: it may lack blocks or events. */
  readonly firstBlockUnknown?: true
  /** Absent from a complete history. */
  readonly partialSince?: string
  readonly blocksWithGaps: number
  /** Absent if it is unknown. */
  readonly source?: string
  /** Records that ended before this block time are gone; Unix nanoseconds. Absent without a limit. */
  readonly historySince?: string
  /** How long records stay after their end; seconds, 0 if the limit no longer moves. Absent without a limit. */
  readonly keepSeconds?: number
}

/** The parts of a checkpoint about the history; `keep` and `since` in nanoseconds, 0 without a limit. */
interface Held {
  readonly history: History
  readonly keep: bigint
  readonly since: bigint
}

export function summaryOf({ history, keep, since }: Held): HistorySummary {
  const { first, partialSince, gaps, source } = history
  return {
    ...(first >= 0n ? { firstBlock: String(first) } : { firstBlockUnknown: true }),
    ...(partialSince >= 0n && { partialSince: String(partialSince) }),
    blocksWithGaps: Number(gaps),
    ...(source && { source }),
    ...(since > 0n && { historySince: String(since), keepSeconds: Number(keep / 1_000_000_000n) }),
  }
}
