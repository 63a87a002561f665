import type { OperationId } from '@trading-network/types'

/** A walk over pages would never end: the server has more, but its cursor is empty, or a duplicate of an earlier one. */
export class StalledCursorError extends Error {
  override readonly name = 'StalledCursorError'
  /** The cursor of the server that does not advance. */
  declare readonly cursor: string

  constructor(operationId: OperationId, cursor: string) {
    super(`${operationId} has a stalled cursor: "${cursor}"`)
    this.cursor = cursor
  }
}
