import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { standardError } from '../standard-error.ts'
import { redacted } from '../store/database-url.ts'
import type { RequestObserver } from './observe-requests.ts'

/** Returns logger options. Logs go to standard error, since standard output is for results. */
export function loggerOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return { level, stream: standardError, serializers: { err: loggedError } }
}

/** Maximum number of nested causes in the log. More would not help. */
const MAX_CAUSES = 5

/** Returns an error for the log: its message and place, without the extra fields of drivers. */
function loggedError(error: unknown, depth = 0): Record<'type' | 'message' | 'stack', string> {
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

/** Returns true if the log level includes requests. Otherwise nothing needs to observe them. */
export function logsRequests({ level }: Pick<FastifyBaseLogger, 'level'>): boolean {
  return level === 'info' || level === 'debug' || level === 'trace'
}

/** Maximum length of a logged path. URLs may be as long as the header limit; the useful part is at the start. */
const MAX_PATH = 200

export const logRequests: RequestObserver = ({ operation, status, milliseconds, waited, reply }) => {
  if (!reply) return
  const { request } = reply
  request.log.info(
    {
      reqId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0]?.slice(0, MAX_PATH),
      operation,
      status,
      ms: Math.round(milliseconds * 1000) / 1000,
      ...(waited > 0 && { waited: Math.round(waited * 1000) / 1000 }),
      client: request.ip,
      height: reply.getHeader('x-block-height'),
    },
    'answered',
  )
}
