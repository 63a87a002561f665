import { once } from 'node:events'
import { createZstdDecompress, type ZstdDecompress } from 'node:zlib'

/**
 * Unpacks zstd with any number of frames, as parallel packing and appending make them. Node's own stream ends after the
 * first frame and leaves out the rest without an error.
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
      // The bytes that it did not take belong to the next frame.
      if (rest.length > 0) frame = undefined
    }
  }
  if (!frame) return
  await frame.end()
  yield* frame.unpacked()
}

/** One frame, or several that end together with a chunk. */
class Frame {
  readonly #stream: ZstdDecompress = createZstdDecompress({ chunkSize: 1 << 18 })
  readonly #ended: Promise<unknown>
  #output: Buffer[] = []

  constructor() {
    this.#stream.on('data', (chunk: Buffer) => this.#output.push(chunk))
    this.#ended = once(this.#stream, 'end')
    // Each wait for it handles the failure.
    this.#ended.catch(() => undefined)
  }

  /** Gives it bytes; says how many it took. */
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
