/** A stream of events that is unreadable from here. The message is a predicate: `it ends in the middle of a line`. */
export class StreamError extends Error {
  override readonly name = 'StreamError'
  /** True if the stream only ends too early, like the file of a killed writer. */
  readonly truncated: boolean

  constructor(
    message: string,
    { truncated = false, ...options }: ErrorOptions & { truncated?: boolean } = {},
  ) {
    super(message, options)
    this.truncated = truncated
  }
}

export const NO_KNOWN_FORMAT = 'it is neither JSON nor an event file, gzip or zstd'
