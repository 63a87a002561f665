import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { readSource, type Source, SourceError } from './lines.ts'

/** How often the file is looked at for more; milliseconds. */
const POLL_MS = 100
const CHUNK = 1 << 18

/** Reads a file and then whatever is appended to it, until the signal. */
export async function follow(path: string, signal?: AbortSignal): Promise<Source> {
  const file = await open(path).catch(cause => {
    throw new SourceError(`${path} cannot be followed: ${(cause as Error).message}`, { cause })
  })
  const { size } = await file.stat()
  return { ...readSource(path, Readable.from(growing(path, file, signal)), signal), size }
}

async function* growing(
  path: string,
  file: FileHandle,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let read = 0
  try {
    while (!signal?.aborted) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, read)
      if (bytesRead > 0) {
        read += bytesRead
        yield buffer.subarray(0, bytesRead)
        continue
      }
      if ((await file.stat()).size < read) throw new Error(`${path} has become shorter`)
      await wait(POLL_MS, undefined, signal && { signal })
    }
  } finally {
    await file.close()
  }
}
