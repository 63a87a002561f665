import { Buffer } from 'node:buffer'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unpackZstd } from './zstd.ts'

/** The first bytes of the compressed formats. No event starts with them, and one byte is enough to decide. */
const GZIP = Buffer.from([0x1f, 0x8b])
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

export async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { first, all } = await peek(chunks)
  if (first === undefined) return
  if (begins(first, ZSTD)) yield* unpackZstd(all)
  // A failed pipeline destroys the stream that is being iterated, so the loop sees the error.
  else if (begins(first, GZIP))
    yield* pipeline(all, createGunzip({ chunkSize: 1 << 18 }), () => undefined) as AsyncIterable<Buffer>
  else yield* all
}

/** Returns true if a stream with these first bytes, at least four, is compressed. */
export function isPacked(head: Buffer): boolean {
  return begins(head, ZSTD) || begins(head, GZIP)
}

function begins(head: Buffer, magic: Buffer): boolean {
  return magic.subarray(0, head.length).equals(head.subarray(0, magic.length))
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
