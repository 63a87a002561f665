import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { redacted } from '../store/database-url.ts'
import type { RequestWatcher } from './watch-requests.ts'

/** Where a line goes, and how much of an error it holds. Standard error leaves standard output to what was asked for. */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return { level, stream: process.stderr, serializers: { err: loggedError } }
}

/** An error as the log holds it: what happened and where, without the fields that drivers hang on to it. */
type LoggedError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggedError
}

/** A cause has a cause has a cause; more than this tells nobody more. */
const MAX_CAUSES = 5

function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redacted(String(error)), stack: '' }
  const { name, message, stack = '', cause } = error
  return {
    type: name,
    message: redacted(message),
    stack: redacted(stack),
    ...('code' in error && { code: String(error.code) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: loggedError(cause, depth + 1) }),
  }
}

/** Whether a log takes the lines of requests. Where it does not, they need not be watched. */
export function logsRequests({ level }: Pick<FastifyBaseLogger, 'level'>): boolean {
  return level === 'info' || level === 'debug' || level === 'trace'
}

/** Addresses may be as long as the header limit allows; what they look for is in front. */
const MAX_PATH = 200

/** Writes a line for every request when it has ended. */
export const logRequests: RequestWatcher = {
  ended({ operation, status, milliseconds, reply }) {
    if (!reply) return
    const { request } = reply
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0]?.slice(0, MAX_PATH),
        operation,
        status,
        ms: Math.round(milliseconds * 1000) / 1000,
        client: request.ip,
        height: reply.getHeader('x-block-height'),
      },
      'answered',
    )
  },
}
