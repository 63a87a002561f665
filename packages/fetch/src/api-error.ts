import type { ErrorDetail, OperationId } from '@trading-network/types'

/** What an {@link ApiError} tells about the answer beside its message. */
export interface ApiErrorFields {
  /** HTTP status of the answer. 200 when the server claimed success with a body that is none. */
  readonly status: number
  /** Code of the error body, a google.rpc code (5 is "not found"); `undefined` when there was no error body. */
  readonly code: number | undefined
  /** Details of the error body, told apart by their `@type`; empty when there are none. */
  readonly details: readonly ErrorDetail[]
  /** The operation that was called. */
  readonly operationId: OperationId
  /** Where the request went, with its query. */
  readonly url: string
  /** Whether the same call may well succeed later: status 408, 429, 500, 502, 503, 504, or an unusable 200. */
  readonly retryable: boolean
  /** Seconds after which the server wants to be asked again, if it says so. */
  readonly retryAfter: number | undefined
  /** Text of the body when it was not the contract's error body: a proxy's HTML, a cut-off answer, or `''`. */
  readonly body: string | undefined
}

/**
 * The server answered, but not with what was asked for: any status outside 200 to 299, or a success whose body is
 * empty, cut off, not JSON, or not a page where a page must be.
 *
 * Not for requests that got no answer: those reject with the error of `fetch` itself (a `TypeError` when there is no
 * connection, the signal's reason after an abort), so that existing handling of them keeps working.
 *
 * The message names operation, status and what the server said, and so reads well in a log on its own.
 *
 * @example
 * try {
 *   await client.getOrder({ orderId })
 * } catch (error) {
 *   if (error instanceof ApiError && error.status === 404) return undefined
 *   throw error
 * }
 */
export class ApiError extends Error implements ApiErrorFields {
  override readonly name = 'ApiError'
  declare readonly status: number
  declare readonly code: number | undefined
  declare readonly details: readonly ErrorDetail[]
  declare readonly operationId: OperationId
  declare readonly url: string
  declare readonly retryable: boolean
  declare readonly retryAfter: number | undefined
  declare readonly body: string | undefined

  constructor(message: string, fields: ApiErrorFields, cause?: unknown) {
    super(message, cause === undefined ? cause : { cause })
    Object.assign(this, fields)
  }
}
