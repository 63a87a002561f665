import { type FileHandle, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileAfter } from './folder.ts'
import { openFile, readSource, type Source, sizeOf } from './source.ts'

/** Interval between checks of a file for more input; milliseconds. */
const POLL_MS = 100
const CHUNK = 1 << 18
const SHORTER = 'it has become shorter; run the same command again to read it from its beginning'

/**
 * Reads a file and all appended input, then the next file, and so on until the signal. In a folder, the next file is
 * the next name. Otherwise it is the file that replaces the first one, as in log rotation.
 *
 * @param path a file, or a folder
 * @param first the file to begin with
 */
export async function* follow(path: string, first: string, signal?: AbortSignal): AsyncGenerator<Source> {
  for (let next: string | undefined = first; next !== undefined; ) {
    const name: string = next
    next = undefined
    const successor = async (file: FileHandle) => {
      next = path === name ? await replacement(path, file) : await fileAfter(path, name)
      return next
    }
    const chunks = Readable.from(growing(name, successor, signal))
    yield { ...readSource(name, chunks, signal), size: await sizeOf(name) }
  }
}

/** Reads a file to its end after another one has followed it. */
async function* growing(
  name: string,
  successor: (file: FileHandle) => Promise<string | undefined>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  const file = await openFile(name)
  let at = 0
  try {
    while (!signal?.aborted) {
      // Checked before the next read, since the writer may append to this file until the next one exists.
      const ended = (await successor(file)) !== undefined
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at)
        if (bytesRead === 0) break
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
      if ((await file.stat()).size < at) throw new Error(SHORTER)
      if (ended) return
      await wait(POLL_MS, undefined, signal && { signal })
    }
  } finally {
    await file.close()
  }
}

/** Returns the path after another file has taken that name. While no file has it, one may appear soon. */
async function replacement(path: string, file: FileHandle): Promise<string | undefined> {
  const [named, opened] = await Promise.all([stat(path).catch(() => undefined), file.stat()])
  return named !== undefined && (named.ino !== opened.ino || named.dev !== opened.dev) ? path : undefined
}
