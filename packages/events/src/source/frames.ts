import { Buffer } from 'node:buffer'
import { StreamError, UnknownFormat } from './stream-error.ts'

/**
 * A frame of an event file: its size in 4 bytes (big endian, without these 4 bytes), a sequence number in 8 bytes (big
 * endian), a serialised event.
 */
const SIZE_BYTES = 4
const NUMBER_BYTES = 8

/** Number of bytes of a frame before its event. */
export const FRAME_HEAD = SIZE_BYTES + NUMBER_BYTES

/** Maximum size in bytes, far above any event. Without it, a damaged size would fill the memory. */
const MAX_FRAME = 64_000_000

/**
 * Returns true if a stream with this first byte consists of frames. It is the first byte of a size, and no text starts
 * with it.
 */
export function beginsFrame(byte: number): boolean {
  return byte <= MAX_FRAME >>> 24
}

export async function* splitFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let pieces: Buffer[] = []
  let length = 0
  let wanted = SIZE_BYTES
  let isFirst = true
  for await (const chunk of chunks) {
    pieces.push(chunk)
    length += chunk.length
    if (length < wanted) continue
    const { events, rest, next } = cut(pieces.length === 1 ? chunk : Buffer.concat(pieces, length))
    if (events.length > 0) yield events
    isFirst &&= events.length === 0
    if (next < FRAME_HEAD || next > SIZE_BYTES + MAX_FRAME)
      throw isFirst ? new UnknownFormat(chunk) : wrongSize(next - SIZE_BYTES)
    pieces = rest.length > 0 ? [rest] : []
    length = rest.length
    wanted = next
  }
  if (length > 0) throw new StreamError('it ends in the middle of a frame', { truncated: true })
}

export function frame(event: Uint8Array, sequence: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(FRAME_HEAD + event.length)
  bytes.writeUInt32BE(NUMBER_BYTES + event.length, 0)
  bytes.writeBigUInt64BE(sequence, SIZE_BYTES)
  bytes.set(event, FRAME_HEAD)
  return bytes
}

/** @returns the events of complete frames, the remaining bytes, and the size of the next frame with its size field */
function cut(bytes: Buffer): { events: Buffer[]; rest: Buffer; next: number } {
  const events: Buffer[] = []
  let at = 0
  while (bytes.length - at >= SIZE_BYTES) {
    const next = SIZE_BYTES + bytes.readUInt32BE(at)
    if (next < FRAME_HEAD || bytes.length - at < next) return { events, rest: bytes.subarray(at), next }
    events.push(bytes.subarray(at + FRAME_HEAD, at + next))
    at += next
  }
  return { events, rest: bytes.subarray(at), next: FRAME_HEAD }
}

function wrongSize(size: number): StreamError {
  return new StreamError(`it has a frame of ${size} bytes; a frame has ${NUMBER_BYTES} to ${MAX_FRAME}`)
}
