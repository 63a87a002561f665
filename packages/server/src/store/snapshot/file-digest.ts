import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync } from 'node:fs'

export interface FileDigest {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** Reads a file and returns its size and SHA-256. `each` gets every chunk. */
export async function digestOf(
  path: string,
  each: (chunk: Uint8Array) => void = () => undefined,
): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    each(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

export function flush(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
