import type { OperationId } from '@trading-network/types'

/**
 * A walk over pages was stopped because it would never have ended: the server said that there are more pages, but its
 * cursor is empty or one that the walk has already been at.
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
  readonly operationId: OperationId
  /** The cursor that leads nowhere, as the server gave it. */
  readonly cursor: string

  constructor(operationId: OperationId, cursor: string) {
    super(`${operationId} has more pages, but its cursor ${JSON.stringify(cursor)} does not advance`)
    this.operationId = operationId
    this.cursor = cursor
  }
}
