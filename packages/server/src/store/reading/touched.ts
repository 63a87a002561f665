import { areEpochsApart, type Checkpoint, stateOf } from '../tables/checkpoint.ts'
import { type Reading, read } from './reading.ts'

const SINCE = `SELECT state, keys FROM touched
  WHERE number > (SELECT max(number) FROM touched WHERE state = ?1) ORDER BY number`

/** Returns the keys that commits have touched since a state; undefined if any row may have changed. */
export function* touchedSince(state: string, head: Checkpoint): Reading<ReadonlySet<number> | undefined> {
  const keys = new Set<number>()
  const now = stateOf(head)
  if (state === now) return keys
  // The end of an epoch may change responses without a change of their rows.
  if (areEpochsApart(state, now)) return undefined
  const rows = (yield* read(SINCE, [state])) as [state: string, keys: Uint8Array | null][]
  // The log begins later than the state, or it is the log of another history.
  if (rows.at(-1)?.[0] !== now) return undefined
  for (const [, bytes] of rows) {
    if (bytes === null) return undefined
    const buffer = Buffer.from(bytes)
    for (let at = 0; at < buffer.length; at += 4) keys.add(buffer.readUInt32LE(at))
  }
  return keys
}
