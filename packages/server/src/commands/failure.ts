import { RecordError } from '../ingest/record-error.ts'
import { SourceError } from '../ingest/source.ts'
import { DatabaseError } from '../store/database-error.ts'
import { PortError } from './port.ts'

/** Returns true for a failure of the user's input. Its message is complete, so no stack is shown. */
export function isExpected(error: Error): boolean {
  return [RecordError, SourceError, DatabaseError, PortError].some(kind => error instanceof kind)
}

/** Returns the text of a failure for people: the message of an expected one, the whole stack of a defect. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const system = 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_INVALID')
  return isExpected(error) || system ? error.message : (error.stack ?? error.message)
}
