import type { Buffer } from 'node:buffer'
import { type BusEvent, eventOfFrame, eventsOfLine } from '../event.ts'
import { peek } from './first-chunk.ts'
import { beginsFrame, splitFrames } from './frames.ts'
import { splitLines } from './lines.ts'
import { StreamError } from './stream-error.ts'
import { unpacked } from './unpacked.ts'

/** A line of JSON, or the serialised event of a frame. A line of the streaming API has several events. */
export type EventRecord = string | Buffer

/**
 * Reads a stream of bytes as records, in batches of those that arrived together. It detects the format from the
 * content: lines of JSON or the frames of an event file, plain, gzip or zstd.
 *
 * @throws StreamError for a stream of another format, a damaged one, or one that ends too early
 */
export async function* readRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<EventRecord[]> {
  try {
    const { first, all } = await peek(unpacked(chunks))
    if (first === undefined) return
    yield* beginsFrame(first[0] as number) ? splitFrames(all) : splitLines(all)
  } catch (cause) {
    if (cause instanceof StreamError) throw cause
    // zlib's code for incomplete data.
    const truncated = (cause as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
    throw new StreamError((cause as Error).message, { cause, truncated })
  }
}

/**
 * Reads the events of a record.
 *
 * @throws MalformedEvent for a record that is not an event
 */
export function eventsOf(record: EventRecord): BusEvent[] {
  return typeof record === 'string' ? eventsOfLine(record) : [eventOfFrame(record)]
}
