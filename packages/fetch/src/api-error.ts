import type { ErrorBody, ErrorDetail, OperationId } from '@trading-network/types'
import { retryAfter } from './retry-after.ts'

/** A request that was answered. */
export interface Exchange {
  readonly operationId: OperationId
  readonly url: string
  readonly response: Response
}

/**
 * The server answered, but not with what was asked for: any status outside 200 to 299, or a success whose body is
 * empty, cut off, not JSON, or without a page where a page must be.
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
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status of the answer. 200 when the server claimed success with a body that is none. */
  declare readonly status: number
  /** Code of the error body, a google.rpc code (5 is "not found"); `undefined` when there was no error body. */
  declare readonly code: number | undefined
  /** Details of the error body, told apart by their `@type`; empty when there are none. */
  declare readonly details: readonly ErrorDetail[]
  /** The operation that was called. */
  declare readonly operationId: OperationId
  /** Where the request went, with its query. */
  declare readonly url: string
  /** Whether the same call may well succeed later: status 408, 429, 500, 502, 503, 504, or an unusable success. */
  declare readonly retryable: boolean
  /** Seconds after which the server wants to be asked again, if it says so. */
  declare readonly retryAfter: number | undefined
  /** What the body held: a refusal's JSON parsed, anything else as its text; `''` when it was empty or broke off. */
  declare readonly body: unknown

  /**
   * @param exchange what was asked and how it was answered; its body has been read.
   * @param content what is known of the body: what it held as JSON, or its text.
   * @param cause why a body was unusable, if that is what is wrong.
   */
  constructor({ operationId, url, response }: Exchange, content: unknown, cause?: unknown) {
    const { ok, status, headers } = response
    const error = content as Partial<ErrorBody> | undefined
    const { code, message, details = [] } = typeof error?.code === 'number' ? error : {}
    // Without a message the body, as JSON: so the page of a proxy stays on one line.
    const said = message ? `: ${message}` : ` with ${JSON.stringify(content).slice(0, 100)}`
    super(`${operationId} answered ${status}${said}`, cause ? { cause } : {})
    Object.assign(this, {
      status,
      code,
      details,
      operationId,
      url,
      // The contract has no success without a proper body, so one is an accident on the way.
      retryable: ok || [408, 429, 500, 502, 503, 504].includes(status),
      retryAfter: retryAfter(headers),
      body: content,
    })
  }
}
