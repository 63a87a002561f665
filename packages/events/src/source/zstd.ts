import { once } from 'node:events'
import { createZstdDecompress } from 'node:zlib'

/** Limits of the compressed bytes that are written at once: a few of them may become gigabytes. */
const MIN_PIECE = 256
const MAX_PIECE = 1 << 16
/** Decompressed bytes from which on a piece was too large. */
const MUCH = 1 << 20

/**
 * Decompresses zstd with any number of frames, which parallel compression and appending create. Node's own stream ends
 * after the first frame and ignores the rest without an error.
 */
export async function* unpackZstd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let frame: ReturnType<typeof openFrame> | undefined
  let size = MIN_PIECE
  for await (const chunk of chunks) {
    let rest = chunk
    while (rest.length > 0) {
      frame ??= openFrame()
      const piece = rest.subarray(0, size)
      const taken = await frame.write(piece)
      const output = frame.output.splice(0)
      const isMuch = output.reduce((sum, { length }) => sum + length, 0) > MUCH
      size = isMuch ? MIN_PIECE : Math.min(2 * size, MAX_PIECE)
      yield* output
      rest = rest.subarray(taken)
      // The remaining bytes belong to the next frame.
      if (taken < piece.length) frame = undefined
    }
  }
  if (!frame) return
  frame.stream.end()
  await frame.ended
  yield* frame.output
}

/** One frame, or several frames that end with the same chunk. */
function openFrame() {
  const stream = createZstdDecompress({ chunkSize: 1 << 18 })
  const output: Buffer[] = []
  stream.on('data', (chunk: Buffer) => output.push(chunk))
  const ended = once(stream, 'end')
  // Every caller that awaits it handles the failure.
  ended.catch(() => undefined)

  /** Writes bytes. Returns the number of bytes it used. */
  async function write(bytes: Buffer): Promise<number> {
    const before = stream.bytesWritten
    const { promise: written, resolve } = Promise.withResolvers<unknown>()
    stream.write(bytes, resolve)
    await Promise.race([written, ended])
    return stream.bytesWritten - before
  }

  return { stream, output, ended, write }
}
