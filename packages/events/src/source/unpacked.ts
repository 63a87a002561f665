import type { Buffer } from 'node:buffer'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unpackZstd } from './zstd.ts'

/** The first byte of each compressed format. No event starts with it. */
const GZIP = 0x1f
const ZSTD = 0x28

export async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { first, all } = await peek(chunks)
  if (first === undefined) return
  if (first[0] === ZSTD) yield* unpackZstd(all)
  // A failed pipeline destroys the stream that is being iterated, so the loop sees the error.
  else if (first[0] === GZIP)
    yield* pipeline(all, createGunzip({ chunkSize: 1 << 18 }), () => undefined) as AsyncIterable<Buffer>
  else yield* all
}

/** Returns true if a stream with these first bytes is compressed. */
export function isPacked([first]: Buffer): boolean {
  return first === GZIP || first === ZSTD
}

/** Reads the first non-empty chunk of a stream, and returns it with the whole stream. */
export async function peek(
  chunks: AsyncIterable<Buffer>,
): Promise<{ first: Buffer | undefined; all: AsyncGenerator<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head = await iterator.next()
  while (!head.done && head.value.length === 0) head = await iterator.next()
  const all = async function* () {
    try {
      for (let next = head; !next.done; next = await iterator.next()) yield next.value
    } finally {
      // Also runs when a reader stops early, and closes the file.
      await iterator.return?.()
    }
  }
  return { first: head.done ? undefined : head.value, all: all() }
}
