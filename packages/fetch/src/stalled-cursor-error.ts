/** A walk over pages would never end: the server has more, but its cursor is empty, or a duplicate of an earlier one. */
export class StalledCursorError extends Error {
  override readonly name = 'StalledCursorError'
  /** A retry would get the same cursor. */
  readonly retryable = false
}
