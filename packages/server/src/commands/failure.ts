import { StreamError } from '@trading-network/events'
import { RecordError } from '../ingest/record-place.ts'
import { SourceError } from '../ingest/source.ts'
import { DatabaseError } from '../store/database-error.ts'
import { ListenError } from './address.ts'

/** A failed ingest. The message has the last stored block; the cause is the failure itself. */
export class StoppedIngest extends Error {
  override readonly name = 'StoppedIngest'
}

/** The exit code for wrong events, EX_DATAERR of sysexits.h: the same command fails again. */
const WRONG_EVENTS = 65
const OTHER = 1

/** Returns the exit code of a failure. Anything but wrong events may pass, such as a database that is down. */
export function exitCode(error: unknown): number {
  const cause = error instanceof StoppedIngest ? error.cause : error
  if (cause instanceof RecordError) return WRONG_EVENTS
  return cause instanceof SourceError && cause.cause instanceof StreamError ? WRONG_EVENTS : OTHER
}

/** Returns true for a failure of the user's input. Its message is complete, so no stack is shown. */
export function isExpected(error: Error): boolean {
  return [RecordError, SourceError, DatabaseError, ListenError, StoppedIngest].some(
    kind => error instanceof kind,
  )
}

/** Returns the text of a failure for people: the message of an expected one, the whole stack of a defect. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const system = 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_INVALID')
  return isExpected(error) || system ? error.message : (error.stack ?? error.message)
}
