import type { OperationId } from '@trading-network/types'

/**
 * A walk over pages stopped, because it would never end: the server has more pages, but its cursor is empty, or a
 * duplicate of an earlier one.
 *
 * @example
 * try {
 *   for await (const account of client.listAccounts()) console.log(account.balance)
 * } catch (error) {
 *   if (error instanceof StalledCursorError) console.warn(`stuck at ${error.cursor}`)
 *   else throw error
 * }
 */
export class StalledCursorError extends Error {
  override readonly name = 'StalledCursorError'
  /** The operation whose pages were walked. */
  declare readonly operationId: OperationId
  /** The cursor of the server that does not advance. */
  declare readonly cursor: string

  constructor(operationId: OperationId, cursor: string) {
    super(`${operationId} has more pages, but its cursor "${cursor}" does not advance`)
    this.operationId = operationId
    this.cursor = cursor
  }
}
