import { Buffer } from 'node:buffer'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { peek } from './peek.ts'
import { unpackZstd } from './zstd.ts'

/** How the packed formats begin; no event begins so, even if the first read brings no more than a byte. */
const GZIP = Buffer.from([0x1f, 0x8b])
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Unpacks gzip and zstd, and passes everything else through. */
export async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { first, all } = await peek(chunks)
  if (first === undefined) return
  if (begins(first, ZSTD)) yield* unpackZstd(all)
  // A failed pipeline destroys the stream that is being iterated, so the loop sees the error.
  else if (begins(first, GZIP))
    yield* pipeline(all, createGunzip({ chunkSize: 1 << 18 }), () => undefined) as AsyncIterable<Buffer>
  else yield* all
}

function begins(head: Buffer, magic: Buffer): boolean {
  return magic.subarray(0, head.length).equals(head.subarray(0, magic.length))
}
