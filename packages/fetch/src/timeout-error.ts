import type { OperationId } from '@trading-network/types'

/**
 * An attempt exceeded its `timeout`, from the request to the end of the body, or a call its `deadline`. After a timeout
 * the call retries as often as its `retry` allows; this is the error of the last attempt.
 *
 * @example
 * try {
 *   await client.getOrder({ orderId }, { timeout: 500 })
 * } catch (error) {
 *   if (error instanceof TimeoutError) console.warn(`${error.operationId}: too slow for ${error.timeout} ms`)
 *   else throw error
 * }
 */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  /** The operation that was called. */
  declare readonly operationId: OperationId
  /** The exceeded timeout or deadline in milliseconds. */
  declare readonly timeout: number
  /** Which attempt it was; 1 is the first. `undefined` for a deadline. */
  declare readonly attempt: number | undefined

  constructor(operationId: OperationId, timeout: number, attempt?: number) {
    super(`${operationId} took longer than ${timeout} ms (${attempt ? `attempt ${attempt}` : 'deadline'})`)
    this.operationId = operationId
    this.timeout = timeout
    this.attempt = attempt
  }
}
