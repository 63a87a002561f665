import { Buffer } from 'node:buffer'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { unpackParts } from './unpack-parts.ts'

/** The first byte of each compressed format. No event starts with it. */
const GZIP = 0x1f
const ZSTD = 0x28
/** A skippable frame, with which files of pzstd begin: 16 magic numbers, which differ in 4 bits (RFC 8878, 3.1.2). */
const SKIPPABLE = 0x184d2a50
const MAGIC_BYTES = 4

export async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start = await peek(chunks)
  // Only these wait for more: a file that is still written may have less than a magic number for long.
  if (((start.first?.[0] ?? 0) & ~0xf) === (SKIPPABLE & 0xf0)) start = await peek(start.all, MAGIC_BYTES)
  const { first, all } = start
  if (first === undefined) return
  if (isZstd(first)) yield* unpackParts(all, createZstdDecompress)
  else if (first[0] === GZIP) yield* unpackParts(all, createGunzip)
  else yield* all
}

/** Returns true if a stream with these first bytes is compressed. */
export function isPacked(input: Buffer): boolean {
  return input[0] === GZIP || isZstd(input)
}

function isZstd(start: Buffer): boolean {
  if (start[0] === ZSTD) return true
  return start.length >= MAGIC_BYTES && (start.readUInt32LE() & ~0xf) === SKIPPABLE
}

/** Reads the first bytes of a stream, at least one or `least` if it has so many, and returns them with the whole stream. */
export async function peek(
  chunks: AsyncIterable<Buffer>,
  least = 1,
): Promise<{ first: Buffer | undefined; all: AsyncGenerator<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  let first: Buffer = Buffer.alloc(0)
  while (first.length < least) {
    const next = await iterator.next()
    if (next.done) break
    first = first.length === 0 ? next.value : Buffer.concat([first, next.value])
  }
  const all = async function* () {
    try {
      yield first
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      // Also runs when a reader stops early, and closes the file.
      await iterator.return?.()
    }
  }
  return { first: first.length === 0 ? undefined : first, all: all() }
}
