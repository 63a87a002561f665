import type { ErrorBody, ErrorDetail, OperationId } from '@trading-network/types'
import { limitOf } from './requested-delay.ts'

const readErrorBody = (text: string): Partial<ErrorBody> => {
  try {
    const body = JSON.parse(text)
    return typeof body.code === 'number' && typeof body.message === 'string' ? body : {}
  } catch {
    return {}
  }
}

/**
 * The server responded without the requested data: a status outside 200 to 299, or a 2xx status with a body that is
 * empty, truncated, not JSON, or not the operation's response. A request without a response rejects with the
 * error of `fetch` instead.
 *
 * The message has the operation, the status and the server's message, so it is complete in a log. `JSON.stringify` and
 * `console.log` show all but the headers and the body, which may contain secrets.
 *
 * @example
 * try {
 *   await client.getOrder({ orderId })
 * } catch (error) {
 *   if (error instanceof ApiError && error.status === 404) return undefined
 *   throw error
 * }
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status of the response; 2xx if only the body was invalid. */
  declare readonly status: number
  /** Code of the error body, a google.rpc code (5 is "not found"); `undefined` when there was no error body. */
  declare readonly code: number | undefined
  /** The server's own message, from the error body; `undefined` when there was no error body. */
  declare readonly serverMessage: string | undefined
  /** Details of the error body, by their `@type`; empty when there are none. */
  declare readonly details: readonly ErrorDetail[]
  /** The operation that was called. */
  declare readonly operationId: OperationId
  /** URL of the request, with its query; empty for a response that middleware made. */
  declare readonly url: string
  /** Id of the request in the server's log (`X-Request-Id`); `undefined` if the server does not send it. */
  declare readonly requestId: string | undefined
  /** True if a retry may succeed: 408, 429, 500, 502, 503, 504, or 2xx with a body that was cut off or is not JSON. */
  declare readonly retryable: boolean
  /** Seconds to wait before a retry, if the server sent them. */
  declare readonly retryAfter: number | undefined
  /** Headers of the response. */
  declare readonly headers: Headers
  /** Text of the body when it was not the contract's error body: a proxy's HTML, a truncated response, or `''`. */
  declare readonly body: string | undefined

  /** @param cause the error that made the body unusable: a RangeError if a retry would give the same body. */
  constructor(operationId: OperationId, url: string, response: Response, text: string, cause?: unknown) {
    const { ok, status, headers } = response
    const { code, message, details } = readErrorBody(text)
    const final = cause instanceof RangeError
    const sketch = text.trim().replace(/\s+/g, ' ').slice(0, 100) || 'no body'
    const said = message ?? (final ? `${cause.message}: ` : '') + sketch
    super(
      `${operationId} answered ${status}${ok ? ' without data' : ''}: ${said}`,
      (cause && { cause }) as ErrorOptions,
    )
    Object.assign(this, {
      status,
      code,
      serverMessage: message,
      details: Array.isArray(details) ? details : [],
      operationId,
      url,
      requestId: headers.get('x-request-id') ?? undefined,
      retryable: !final && (ok || [408, 429, 500, 502, 503, 504].includes(status)),
      retryAfter: limitOf(response).delay,
    })
    // Not enumerable, because they may contain secrets: `console.log` does not show them.
    const body = message === undefined ? text : undefined
    Object.defineProperties(this, { headers: { value: headers }, body: { value: body } })
  }

  /** The fields for a log, with the message, without headers and body. */
  toJSON(): object {
    return { ...this, message: this.message }
  }
}
