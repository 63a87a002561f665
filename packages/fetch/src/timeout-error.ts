import type { OperationId } from '@trading-network/types'

/**
 * An attempt exceeded its timeout, from the request to the end of the body. The call retries as often as its `retry`
 * allows; this is the error of the last attempt.
 *
 * @example
 * try {
 *   await client.getOrder({ orderId }, { timeout: 500 })
 * } catch (error) {
 *   if (error instanceof TimeoutError) console.warn(`${error.operationId}: ${error.attempt} attempts too slow`)
 *   else throw error
 * }
 */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  /** The operation that was called. */
  declare readonly operationId: OperationId
  /** Timeout of each attempt in milliseconds. */
  declare readonly timeout: number
  /** Which attempt it was; 1 is the first. */
  declare readonly attempt: number

  constructor(operationId: OperationId, timeout: number, attempt: number) {
    super(`${operationId} took longer than ${timeout} ms (attempt ${attempt})`)
    Object.assign(this, { operationId, timeout, attempt })
  }
}
