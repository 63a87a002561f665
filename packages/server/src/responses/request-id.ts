import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Accepted request ids: long enough for any tracer, and safe in headers and logs. */
const SANE = /^[\w.:/@+=~-]{1,128}$/

/** Returns the id in `X-Request-Id` if it is valid, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID()
}
