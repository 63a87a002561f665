import { Buffer } from 'node:buffer'
import { eventOfFrame } from '../binary-event.ts'
import type { BusEvent } from '../event.ts'
import { eventsOfLine } from '../json-event.ts'
import { beginsFrame, FRAME_HEAD, splitFrames } from './frames.ts'
import { DamagedLine, splitLines } from './lines.ts'
import { StreamError } from './stream-error.ts'
import { peek, unpacked } from './unpacked.ts'

/**
 * A line of JSON, the serialised event of a frame, or a damaged line. A line of the streaming API has several events.
 */
export type EventRecord = string | Buffer | DamagedLine

/**
 * Reads a stream of bytes as records, in batches of those that arrived together. It detects the format from the
 * content: lines of JSON or the frames of an event file, plain, gzip or zstd.
 *
 * @param after number of bytes to leave out at the start, of the unpacked content; a record must begin there
 * @throws StreamError for a stream of another format, a damaged one, or one that ends too early
 */
export async function* readRecords(chunks: AsyncIterable<Buffer>, after = 0): AsyncGenerator<EventRecord[]> {
  try {
    const { first, all } = await peek(without(unpacked(chunks), after))
    if (first === undefined) return
    yield* beginsFrame(first[0] as number) ? splitFrames(all) : splitLines(all)
  } catch (cause) {
    if (cause instanceof StreamError) throw cause
    // zlib's code for incomplete data.
    const truncated = (cause as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
    throw new StreamError((cause as Error).message, { cause, truncated })
  }
}

/** Returns the number of bytes that a record takes in unpacked content, with its line end or the head of its frame. */
export function sizeOfRecord(record: EventRecord): number {
  if (typeof record === 'string') return Buffer.byteLength(record) + 1
  return record.length + (record instanceof DamagedLine ? 1 : FRAME_HEAD)
}

/**
 * Reads the events of a record.
 *
 * @throws MalformedEvent for a record that is not an event
 */
export function eventsOf(record: EventRecord): BusEvent[] {
  if (record instanceof DamagedLine) throw record
  return typeof record === 'string' ? eventsOfLine(record) : [eventOfFrame(record)]
}

async function* without(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    if (chunk.length > left) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}
