import { type FileHandle, stat } from 'node:fs/promises'
import { openFile } from './event-file.ts'
import { FileChanges } from './file-changes.ts'
import { filesAfter } from './folder.ts'

const CHUNK = 1 << 18

export interface FollowOptions {
  /** Ends the source, also during a wait. */
  readonly signal?: AbortSignal | undefined
  /** Called for an incomplete file if another one follows, and for a file that is not as it was. */
  onWarning?(message: string): void
}

/**
 * Reads a file and all appended input, until another file has followed it, or up to its truncation. In a folder, the next
 * file is the next name. Otherwise it is the file that replaces the first one, or the same file after a truncation, as in
 * log rotation.
 *
 * @param path a file, or a folder
 * @param name the file that is read
 * @returns the next file; undefined after the signal
 */
export async function* growing(
  path: string,
  name: string,
  offset: number,
  { signal, onWarning }: FollowOptions,
): AsyncGenerator<Buffer, string | undefined> {
  const file = await openFile(name)
  const changes = new FileChanges(name)
  try {
    for (let at = offset; !signal?.aborted; await changes.next(signal)) {
      // Checked before the next read, since the writer may append to this file until the next one exists.
      const next = await (path === name ? replacement(path, file) : nextIn(path, name))
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, at)
        if (bytesRead === 0) break
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
      if ((await file.stat()).size < at) {
        onWarning?.(`${name} was truncated; it is read from its new beginning`)
        return name
      }
      if (next !== undefined) return next
    }
    return undefined
  } finally {
    changes.close()
    await file.close()
  }
}

async function nextIn(folder: string, name: string): Promise<string | undefined> {
  return (await filesAfter(folder, name))[0]
}

/** Returns the path after another file has taken that name. While no file has it, one may appear soon. */
async function replacement(path: string, file: FileHandle): Promise<string | undefined> {
  const [named, opened] = await Promise.all([stat(path).catch(() => undefined), file.stat()])
  return named !== undefined && (named.ino !== opened.ino || named.dev !== opened.dev) ? path : undefined
}
