import { once } from 'node:events'
import { createZstdDecompress, type ZstdDecompress } from 'node:zlib'

/**
 * Decompresses zstd with any number of frames, which parallel compression and appending create. Node's own stream ends
 * after the first frame and ignores the rest without an error.
 */
export async function* unpackZstd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let frame: Frame | undefined
  for await (const chunk of chunks) {
    let rest = chunk
    while (rest.length > 0) {
      frame ??= new Frame()
      const taken = await frame.write(rest)
      yield* frame.unpacked()
      rest = rest.subarray(taken)
      // The remaining bytes belong to the next frame.
      if (rest.length > 0) frame = undefined
    }
  }
  if (!frame) return
  await frame.end()
  yield* frame.unpacked()
}

/** One frame, or several frames that end with the same chunk. */
class Frame {
  readonly #stream: ZstdDecompress = createZstdDecompress({ chunkSize: 1 << 18 })
  readonly #ended: Promise<unknown>
  #output: Buffer[] = []

  constructor() {
    this.#stream.on('data', (chunk: Buffer) => this.#output.push(chunk))
    this.#ended = once(this.#stream, 'end')
    // Every caller that awaits it handles the failure.
    this.#ended.catch(() => undefined)
  }

  /** Writes bytes. Returns the number of bytes it used. */
  async write(bytes: Buffer): Promise<number> {
    const before = this.#stream.bytesWritten
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#stream.write(bytes, () => resolve())
    await Promise.race([promise, this.#ended])
    return this.#stream.bytesWritten - before
  }

  async end(): Promise<void> {
    this.#stream.end()
    await this.#ended
  }

  *unpacked(): Generator<Buffer> {
    yield* this.#output
    this.#output = []
  }
}
