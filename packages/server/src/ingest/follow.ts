import { type FileHandle, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { openFile, readSource, type Source } from './lines.ts'

/** How often the file is looked at for more; milliseconds. */
const POLL_MS = 100
const CHUNK = 1 << 18
const SHORTER = 'it has become shorter; run the same command again to read it from its beginning'

/**
 * Reads a file and then whatever is appended to it, until the signal. A file that takes its place, as when logs are
 * rotated, is read next, from its beginning.
 */
export async function follow(path: string, signal?: AbortSignal): Promise<Source> {
  const { file, size } = await openFile(path)
  return { ...readSource(path, Readable.from(growing(path, file, signal)), signal), size }
}

async function* growing(
  path: string,
  first: FileHandle,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let file = first
  let at = 0
  try {
    while (!signal?.aborted) {
      // Found out before reading on: whoever writes may be at the end of the old file when the new one is there.
      const replaced = await isReplaced(path, file)
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at)
        if (bytesRead === 0) break
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
      if ((await file.stat()).size < at) throw new Error(SHORTER)
      if (replaced) {
        await file.close()
        file = (await openFile(path)).file
        at = 0
      } else await wait(POLL_MS, undefined, signal && { signal })
    }
  } finally {
    await file.close()
  }
}

/** Whether another file has the name now. While none has, there may be one soon. */
async function isReplaced(path: string, file: FileHandle): Promise<boolean> {
  const [named, opened] = await Promise.all([stat(path).catch(() => undefined), file.stat()])
  return named !== undefined && (named.ino !== opened.ino || named.dev !== opened.dev)
}
