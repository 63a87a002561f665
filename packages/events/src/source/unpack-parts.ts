import { once } from 'node:events'
import type { createGunzip, createZstdDecompress } from 'node:zlib'

/** Limits of the compressed bytes that are written at once: a few of them may become gigabytes. */
const MIN_PIECE = 256
const MAX_PIECE = 1 << 16
/** Decompressed bytes from which on a piece was too large. */
const MUCH = 1 << 20

type Open = typeof createGunzip | typeof createZstdDecompress

/**
 * Decompresses gzip or zstd with any number of members or frames, which parallel compression and appending create, and
 * with zeros between them, as a power cut leaves. Node's own streams end there, and ignore the rest without an error.
 */
export async function* unpackParts(chunks: AsyncIterable<Buffer>, open: Open): AsyncGenerator<Buffer> {
  let part: ReturnType<typeof openPart> | undefined
  let size = MIN_PIECE
  for await (const chunk of chunks) {
    let rest = chunk
    while (rest.length > 0) {
      const begin = part ? 0 : rest.findIndex(byte => byte !== 0)
      if (begin < 0) break
      part ??= openPart(open)
      const piece = rest.subarray(begin, begin + size)
      const taken = await part.write(piece)
      const output = part.output.splice(0)
      const isMuch = output.reduce((sum, { length }) => sum + length, 0) > MUCH
      size = isMuch ? MIN_PIECE : Math.min(2 * size, MAX_PIECE)
      yield* output
      rest = rest.subarray(begin + taken)
      // The remaining bytes belong to the next part.
      if (taken < piece.length) part = undefined
    }
  }
  if (!part) return
  part.stream.end()
  await part.ended
  yield* part.output
}

/** One part, or several parts that end with the same chunk. */
function openPart(open: Open) {
  const stream = open({ chunkSize: 1 << 18 })
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
