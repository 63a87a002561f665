import { type FileHandle, open, stat } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { type EventRecord, readRecords, StreamError } from '@trading-network/events'
import { printable } from './printable.ts'
import type { RecordError } from './record-error.ts'

/** A source of events that is unreadable before its end. The message has its name and the reason. */
export class SourceError extends Error {
  override readonly name = 'SourceError'

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options)
  }
}

/** Marks a lost record: a file ended too early, and another one follows. */
export const LOST = Symbol('lost')

/** A line of JSON or the frame of an event file, or a lost one. */
export type SourceRecord = EventRecord | typeof LOST

/** A stream of events. */
export interface Source {
  readonly name: string
  /** Total bytes, for progress reports; unknown for standard input. */
  readonly size?: number
  /** Bytes read so far. */
  bytesRead(): number
  /** The records, in batches of those that arrived together. */
  records(): AsyncIterable<SourceRecord[]>
  /** Adds the file name to an error if there are several files, with the record number in that file. */
  locate?(error: RecordError): RecordError
}

/**
 * Opens a file of events, or `-` for standard input. Detects the format from the content: lines of JSON, responses of
 * the streaming API, an event file; plain, gzip or zstd.
 *
 * @param signal ends the source, also during a wait
 */
export async function openSource(path: string, signal?: AbortSignal): Promise<Source> {
  if (path === '-') return readSource('standard input', process.stdin, signal)
  let opened: Source | undefined
  return {
    name: path,
    size: await sizeOf(path),
    bytesRead: () => opened?.bytesRead() ?? 0,
    // A folder may have more files than the maximum of open files.
    async *records() {
      const file = await openFile(path)
      opened = readSource(path, file.createReadStream({ highWaterMark: 1 << 18 }), signal)
      yield* opened.records()
    },
  }
}

/**
 * Returns the size of a file in bytes.
 *
 * @throws SourceError for a missing file
 */
export async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path)
    if (!stats.isDirectory()) return stats.size
    throw new Error('it is a folder')
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/** @throws SourceError for an unreadable file */
export async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path)
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

/** Describes an unreadable file or folder. */
export function unreadable(path: string, cause: unknown): SourceError {
  const { code, message } = cause as NodeJS.ErrnoException
  const problem = code === 'ENOENT' ? 'there is no such file' : message
  return new SourceError(`${path} cannot be read: ${problem}`, { cause })
}

/** Reads events from any stream of bytes, such as that of a child process. Messages use `name`. */
export function readSource(name: string, input: Readable, signal?: AbortSignal): Source {
  if (signal) addAbortSignal(signal, input)
  let bytes = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of input) {
      bytes += chunk.length
      yield chunk
    }
  }
  return { name, bytesRead: () => bytes, records: () => records(name, counted()) }
}

async function* records(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<EventRecord[]> {
  try {
    yield* readRecords(chunks)
  } catch (cause) {
    if (!(cause instanceof StreamError)) throw cause
    throw new SourceError(`${name} breaks off: ${cause.message}`, { cause })
  }
}

/** Returns true if a source only ends too early, like the file of a killed writer. */
export function isTruncated(error: unknown): error is SourceError {
  return error instanceof SourceError && error.cause instanceof StreamError && error.cause.truncated
}
