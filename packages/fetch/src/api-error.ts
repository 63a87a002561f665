import type { ErrorBody, ErrorDetail, OperationId } from '@trading-network/types'
import { retryAfter } from './retry-after.ts'

/**
 * A request that was answered.
 *
 * @example
 * const describe = ({ operationId, response }: Exchange) => `${operationId}: ${response.status}`
 */
export interface Exchange {
  readonly operationId: OperationId
  readonly url: string
  readonly response: Response
}

/** The contract's error body, or nothing of it when the text is something else. */
const readErrorBody = (text: string): Partial<ErrorBody> => {
  try {
    const body = JSON.parse(text)
    return typeof body.code === 'number' && typeof body.message === 'string' ? body : {}
  } catch {
    return {}
  }
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
  /** Text of the body when it was not the contract's error body: a proxy's HTML, half an answer, or `''`. */
  declare readonly body: string | undefined

  /**
   * @param exchange what was asked and how it was answered.
   * @param text the body of the answer, as far as it came.
   * @param cause why the body of a success was of no use.
   */
  constructor({ operationId, url, response }: Exchange, text: string, cause?: unknown) {
    const { ok, status } = response
    const { code, message, details = [] } = readErrorBody(text)
    const sketch = text.trim().replace(/\s+/g, ' ').slice(0, 100)
    const said = message ?? (sketch || 'empty or cut-off body')
    super(`${operationId} answered ${status}${ok ? ' without data' : ''}: ${said}`, cause ? { cause } : {})
    Object.assign(this, {
      status,
      code,
      details,
      operationId,
      url,
      // The contract has no success without a proper body, so one is an accident on the way.
      retryable: ok || [408, 429, 500, 502, 503, 504].includes(status),
      retryAfter: retryAfter(response),
      body: message === undefined ? text : undefined,
    })
  }
}
