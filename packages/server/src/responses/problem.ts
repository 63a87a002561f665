/** One refused field of a 400. The description need not repeat the field: `must be ..., got ...`. */
export interface FieldViolation {
  readonly field: string
  readonly description: string
}

/** Maximum number of reported violations: enough for honest requests, and a limit for a flood of nonsense. */
export const MAX_VIOLATIONS = 20

/** An entry of `details[]`: one of the google.rpc detail messages that the contract's ErrorDetail names. */
export type ErrorDetail =
  | {
      readonly '@type': 'type.googleapis.com/google.rpc.BadRequest'
      fieldViolations: readonly FieldViolation[]
    }
  | {
      readonly '@type': 'type.googleapis.com/google.rpc.ErrorInfo'
      readonly reason: string
      readonly domain: 'trading-network'
      readonly metadata: Readonly<Record<string, string>>
    }
  | { readonly '@type': 'type.googleapis.com/google.rpc.RetryInfo'; readonly retryDelay: string }

/** The google.rpc code of each HTTP status. Other 4xx map to INVALID_ARGUMENT, other 5xx to INTERNAL. */
const CODES: Readonly<Record<number, number>> = { 404: 5, 405: 12, 408: 4, 429: 8, 503: 14 }

/** The block of a response, in the form of the headers. */
export interface Block {
  /** Decimal uint64. */
  readonly height: string
  /** Unix nanoseconds, decimal int64. */
  readonly timestamp: string
  /** The chain of the block, percent-encoded. Absent before the first block. */
  readonly chainId?: string
  /** Hexadecimal, percent-encoded. Absent before the first block. */
  readonly hash?: string
  /** Height of the first stored block; present only if the history is partial. */
  readonly firstBlock?: string
  /** Records that ended before this time are gone; Unix nanoseconds. Absent without a limit of the history. */
  readonly historySince?: string
}

export interface Head extends Block {
  /** A name for all rows at this block. Responses with the same state and URL are equal. */
  readonly state: string
}

/** A refusal of a request. It becomes the contract's error response (ErrorBody) with `status`. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  /** google.rpc code, the `code` of the body. */
  readonly code: number
  readonly details: readonly ErrorDetail[]
  /** Headers that belong to the refusal, such as `allow` or `retry-after`. */
  readonly headers: Readonly<Record<string, string>>
  /** The failure for the log, if a retry cannot help. */
  override cause?: unknown
  /** The block of the database, if the request reached one. */
  asOf?: Head

  constructor(status: number, message: string, details: readonly ErrorDetail[], headers = {}) {
    super(message)
    this.status = status
    this.code = CODES[status] ?? (status < 500 ? 3 : 13)
    this.details = details
    this.headers = headers
  }
}

/**
 * 400. The message joins all violations, so that it makes sense alone in a log. Fields with the same reason share a
 * sentence.
 */
export function badRequest(violations: readonly FieldViolation[]): Problem {
  const fields = new Map<string, string[]>()
  for (const { field, description } of violations) {
    fields.set(description, [...(fields.get(description) ?? []), field])
  }
  const message = [...fields].map(([description, names]) => `${names.join(', ')}: ${description}`).join('; ')
  return new Problem(400, message, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
  ])
}

/** 404. `reason` in UPPER_SNAKE_CASE, such as `ORDER_NOT_FOUND`; `metadata` has the requested ids. */
export function notFound(reason: string, message: string, metadata: Record<string, string>): Problem {
  return new Problem(404, message, [errorInfo(reason, metadata)])
}

/** 405 with the `Allow` header that HTTP requires. */
export function methodNotAllowed(method: string, path: string, allow: string): Problem {
  const message = `${method} is not allowed on ${path}; use ${allow}`
  return new Problem(405, message, [errorInfo('METHOD_NOT_ALLOWED', { method, path, allow })], { allow })
}

/** A request that breaks HTTP itself, with HTTP's status for it (408, 413, 415, 431 ...). */
export function protocolError(status: number, reason: string, message: string): Problem {
  return new Problem(status, message, [errorInfo(reason, {})])
}

/** 500. It contains only the request id. The log has the cause under that id. */
export function internal(requestId: string): Problem {
  const message = `Internal error; the log has it under request ${requestId}`
  return new Problem(500, message, [errorInfo('INTERNAL', { requestId })])
}

/** 503 with the number of whole seconds before a retry (RetryInfo and `Retry-After`). */
export function unavailable(retryAfterSeconds: number): Problem {
  const message = `The service cannot answer now; try again in ${retryAfterSeconds} s`
  return retryable(503, message, errorInfo('UNAVAILABLE', {}), retryAfterSeconds)
}

/** 429 for a client that has exceeded its `limit` of requests. */
export function tooManyRequests(limit: number, retryAfterSeconds: number): Problem {
  const message = `More requests than the service grants; try again in ${retryAfterSeconds} s`
  return retryable(429, message, errorInfo('RATE_LIMITED', { limit: String(limit) }), retryAfterSeconds)
}

/** 503 for a request for a block that no database has reached yet. Blocks come about every second. */
export function blockNotReached(asOf: Head, leastHeight: bigint): Problem {
  const message = `The service is at block ${asOf.height}, the request asks for block ${leastHeight}; try again in 1 s`
  const metadata = { height: asOf.height, minBlockHeight: String(leastHeight) }
  const problem = retryable(503, message, errorInfo('BLOCK_NOT_REACHED', metadata), 1)
  problem.asOf = asOf
  return problem
}

/** 503 of `/ready`: the process is alive but should get no requests. `reason` in UPPER_SNAKE_CASE. */
export function notReady(reason: string, message: string, metadata: Record<string, string> = {}): Problem {
  return retryable(503, message, errorInfo(reason, metadata), 1)
}

function retryable(status: 429 | 503, message: string, info: ErrorDetail, seconds: number): Problem {
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` } as const
  return new Problem(status, message, [info, retry], { 'retry-after': String(seconds) })
}

export function problemBody({ code, message, details }: Problem): string {
  return JSON.stringify({ code, message, details })
}

/** Formats a client's text for messages and logs: on one line, quoted, at most 60 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)
}

function errorInfo(reason: string, metadata: Readonly<Record<string, string>>): ErrorDetail {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'trading-network',
    metadata,
  }
}
