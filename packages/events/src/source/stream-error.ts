import type { Buffer } from 'node:buffer'

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

/** A stream of another format. */
export class UnknownFormat extends StreamError {
  /** @param start its first bytes */
  constructor(start: Buffer) {
    super(`${kindOf(start)}; events are lines of JSON or an event file, plain, gzip or zstd`)
  }
}

function kindOf(start: Buffer): string {
  const text = start.subarray(0, 200).toString()
  if (/^\s*<(!doctype|html|\?xml|[a-z])/i.test(text)) return 'it is HTML or XML, such as an error page'
  return /^[\t\n\r\x20-\x7e]*$/.test(text) ? 'it is other text' : 'it is of another format'
}
