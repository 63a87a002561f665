import { DatabaseError } from '../database-error.ts'

const DAMAGED = 'put a backup in its place, or move it away and ingest the events into a new one'
const UNWRITABLE =
  'give the user of ingest the right to write its folder and the file, with its -wal and -shm; to read without that right, start ingest first: reading needs the two that it makes'

/** Advice for a failure, by SQLite's primary result code. */
const ADVICE: Readonly<Record<number, string>> = {
  5: 'another process writes to it; end one of the two',
  8: UNWRITABLE,
  10: 'the disk failed or a limit on the size of files was met; see to that first',
  11: `it is damaged; ${DAMAGED}`,
  13: 'make room on its disk',
  14: UNWRITABLE,
  26: `it is not an SQLite file, or it is damaged; ${DAMAGED}`,
}

/**
 * Describes a failure of an SQLite file for people: the problem and the advice. Other errors, such as a value that no
 * column accepts, are returned unchanged.
 */
export function unusableFile(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof DatabaseError || isMisuse(cause)) return cause
  const advice = adviceOf(cause)
  return new DatabaseError(`${path} cannot be used: ${cause.message}${advice ? `; ${advice}` : ''}`, {
    cause,
  })
}

/** SQLITE_BUSY_RECOVERY: the first process after a crash reads the log again, alone. */
const RECOVERING = 261

/** Returns true while another process, perhaps one that was stopped, recovers the file after a crash. */
export function isRecovering(error: unknown): boolean {
  const cause = error instanceof DatabaseError ? error.cause : error
  return cause instanceof Error && 'errcode' in cause && cause.errcode === RECOVERING
}

/** Result codes of a copy that finds no room, no folder, or a disk that takes no bytes. */
const UNWRITTEN = [13, 14, 778]

/** Describes the failure of a copy: of the database, which is only read, or of the new file. */
export function unusableCopy(path: string, error: unknown): unknown {
  const cause = error instanceof DatabaseError ? error.cause : error
  const isUnwritten =
    cause instanceof Error && 'errcode' in cause && UNWRITTEN.includes(Number(cause.errcode))
  return unusableFile(path, isUnwritten ? cause : error)
}

function adviceOf(cause: Error): string | undefined {
  if (isRecovering(cause))
    return 'another process recovers it after a crash; try again, and if that does not help, end a process that was stopped'
  if ('code' in cause && cause.code === 'EACCES') return UNWRITABLE
  if ('code' in cause && cause.code === 'ENOSPC') return ADVICE[13]
  // The low byte of a result code names the failure, the rest its place.
  return 'errcode' in cause ? ADVICE[Number(cause.errcode) & 0xff] : undefined
}

/** Node's own errors, except the one that wraps SQLite errors. */
function isMisuse(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_') && error.code !== 'ERR_SQLITE_ERROR'
}
