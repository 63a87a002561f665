/** A stream of events that cannot be read on; the message is a predicate: `it ends in the middle of a line`. */
export class StreamError extends Error {
  override readonly name = 'StreamError'
  /** Whether the stream just stops too early, as a file does when its writer was killed. */
  readonly truncated: boolean

  constructor(
    message: string,
    { truncated = false, ...options }: ErrorOptions & { truncated?: boolean } = {},
  ) {
    super(message, options)
    this.truncated = truncated
  }
}

/** The message for a stream that is wrong from its beginning on. */
export const NO_KNOWN_FORMAT = 'it is neither JSON nor an event file, gzip or zstd'
