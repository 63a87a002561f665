import type { Checkpoint } from '../tables/checkpoint.ts'
import { type Connection, query } from './connection.ts'

/** The columns of the checkpoint, as {@link checkpointOf} takes them. */
export const CHECKPOINT_COLUMNS = 'chain, height, hashes, time, events, ended_epoch, run'

/** Reads a checkpoint's columns. Returns undefined when the database has none yet. */
export function checkpointOf(row: readonly unknown[] | undefined): Checkpoint | undefined {
  if (row?.[0] === undefined || row[0] === null) return undefined
  type Columns = [string, bigint, string, bigint, bigint, bigint, string]
  const [chain, height, hashes, time, events, endedEpoch, run] = row as Columns
  return { chain, height, hashes: hashes.split(' '), time, events, endedEpoch, run }
}

/** Writes the checkpoint of this run of ingest. */
export async function writeCheckpoint(
  client: Connection,
  { chain, height, hashes, time, events, endedEpoch }: Checkpoint,
  run: string,
): Promise<void> {
  const text = `INSERT INTO checkpoint (one, ${CHECKPOINT_COLUMNS}) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (one) DO UPDATE SET (${CHECKPOINT_COLUMNS}) = (excluded.chain, excluded.height, excluded.hashes,
      excluded.time, excluded.events, excluded.ended_epoch, excluded.run)`
  await query(client, text, [chain, height, hashes.join(' '), time, events, endedEpoch, run])
}
