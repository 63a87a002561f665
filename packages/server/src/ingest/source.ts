import { addAbortSignal, type Readable } from 'node:stream'
import { type EventRecord, readRecords, StreamError, UnknownFormat } from '@trading-network/events'
import type { FilePlace } from '../store/tables/checkpoint.ts'
import { printable } from './printable.ts'

/** A source of events that is unreadable before its end. The message has its name and the reason, on one line. */
export class SourceError extends Error {
  override readonly name = 'SourceError'

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options)
  }
}

/** Marks the start of a file, or the place in it where reading begins. */
export interface FileStart {
  /** The place. The file has its name without folder and compression; '' for standard input. */
  readonly place: FilePlace
  /** The path for messages; absent if there is only one file. */
  readonly path: string | undefined
  /** True if the file before it ended within a record, which is lost. */
  readonly isAfterLoss: boolean
}

/** A line of JSON or the frame of an event file; or the start of a file. */
export type SourceRecord = EventRecord | FileStart

/** The place of the last stored block in the files, and the hash of that block, which proves the place. */
export interface StoredPlace extends FilePlace {
  readonly hash: string
}

export interface Source {
  readonly name: string
  /** Total bytes, for progress reports; unknown for standard input. */
  readonly size?: number
  /** True while its input is read as it is produced. Then blocks are committed as soon as no more input is at hand. */
  readonly isLive?: boolean
  /** Bytes read so far, or skipped. */
  bytesRead(): number
  /** Returns the bytes of the files that are not read yet; undefined for standard input. */
  bytesBehind?(): Promise<number | undefined>
  /**
   * The records, in batches of those that arrived together.
   *
   * @param stored the place of the last stored block: files begin there, if it is still there
   */
  records(stored?: StoredPlace): AsyncIterable<SourceRecord[]>
}

/** Reads events from any stream of bytes, such as that of a child process. Messages use `name`. */
export function readSource(name: string, input: Readable, signal?: AbortSignal): Source {
  let bytes = 0
  const onBytes = (read: number) => {
    bytes += read
  }
  const records = () => recordsOf(name, input, { signal, onBytes })
  return { name, isLive: true, bytesRead: () => bytes, records }
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  /** Bytes of the unpacked content to leave out. */
  readonly after?: number
  readonly onBytes?: (read: number) => void
}

/** Reads the records of a stream of bytes. @throws SourceError with the name */
export async function* recordsOf(
  name: string,
  input: Readable,
  { signal, after = 0, onBytes }: ReadOptions,
): AsyncGenerator<EventRecord[]> {
  if (signal) addAbortSignal(signal, input)
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of input) {
      onBytes?.(chunk.length)
      yield chunk
    }
  }
  try {
    yield* readRecords(counted(), after)
  } catch (cause) {
    if (!(cause instanceof StreamError)) throw cause
    const failure = cause instanceof UnknownFormat ? 'cannot be read' : 'breaks off'
    throw new SourceError(`${name} ${failure}: ${cause.message}`, { cause })
  }
}

/** Returns true if a source only ends too early, like the file of a killed writer. */
export function isTruncated(error: unknown): error is SourceError {
  return error instanceof SourceError && error.cause instanceof StreamError && error.cause.truncated
}
