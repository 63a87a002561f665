import { type FileHandle, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type EventFile, openFile, sizeOf } from './event-file.ts'
import { FileChanges } from './file-changes.ts'
import { fileAfter } from './folder.ts'

const CHUNK = 1 << 18
/** Bytes before the place of reading that must stay the same. */
const TAIL = 4096

export interface FollowOptions {
  /** Ends the source, also during a wait. */
  readonly signal?: AbortSignal | undefined
  /** Called for an incomplete file if another one follows, and for a file that is not as it was. */
  onWarning?(message: string): void
}

/**
 * Reads a file and all appended input, then the next file, and so on until the signal. In a folder, the next file is
 * the next name. Otherwise it is the file that replaces the first one, or the same file after a truncation, as in log
 * rotation.
 *
 * @param path a file, or a folder
 * @param first the file to begin with
 */
export async function* follow(
  path: string,
  first: string,
  options: FollowOptions,
): AsyncGenerator<EventFile> {
  for (let next: string | undefined = first; next !== undefined; ) {
    const name: string = next
    next = undefined
    const reading = async function* (offset: number) {
      next = yield* growing(path, name, offset, options)
    }
    const bytes = async (offset: number) => Readable.from(reading(offset))
    yield { path: name, size: await sizeOf(name), grows: true, bytes }
  }
}

/**
 * Reads a file to its end after another one has followed it, or up to its truncation. Returns the next file; undefined
 * after the signal.
 */
async function* growing(
  path: string,
  name: string,
  offset: number,
  { signal, onWarning }: FollowOptions,
): AsyncGenerator<Buffer, string | undefined> {
  const file = await openFile(name)
  const changes = new FileChanges(name)
  const successor = () => (path === name ? replacement(path, file) : fileAfter(path, name))
  try {
    let mayEnd = true
    const reader = await GrowingFile.open(file, offset)
    while (!signal?.aborted) {
      // Checked before the next read, since the writer may append to this file until the next one exists.
      const next = mayEnd ? await successor() : undefined
      for (let more = await reader.read(); more?.length !== 0; more = await reader.read()) {
        if (!more) {
          onWarning?.(`${name} was truncated; it is read from its new beginning`)
          return name
        }
        yield more
      }
      if (next !== undefined) return next
      mayEnd = await changes.next(signal)
    }
    return undefined
  } finally {
    changes.close()
    await file.close()
  }
}

/**
 * Reads what was appended to a file. Each read includes the bytes before it. If they have changed, the file was
 * truncated, and its new content may be longer than the old one already.
 */
class GrowingFile {
  readonly #file: FileHandle
  #at: number
  #tail = Buffer.alloc(0)

  static async open(file: FileHandle, offset: number): Promise<GrowingFile> {
    const reader = new GrowingFile(file, Math.max(0, offset - TAIL))
    while (reader.#at < offset && (await reader.#next(offset - reader.#at))?.length);
    return reader
  }

  private constructor(file: FileHandle, at: number) {
    this.#file = file
    this.#at = at
  }

  /** Returns the next bytes, none at the end; undefined after a truncation. */
  read(): Promise<Buffer | undefined> {
    return this.#next(CHUNK)
  }

  async #next(length: number): Promise<Buffer | undefined> {
    const before = this.#tail.length
    const buffer = Buffer.allocUnsafe(before + length)
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, this.#at - before)
    if (bytesRead < before || !buffer.subarray(0, before).equals(this.#tail)) return undefined
    this.#at += bytesRead - before
    this.#tail = Buffer.from(buffer.subarray(Math.max(0, bytesRead - TAIL), bytesRead))
    return buffer.subarray(before, bytesRead)
  }
}

/** Returns the path after another file has taken that name. While no file has it, one may appear soon. */
async function replacement(path: string, file: FileHandle): Promise<string | undefined> {
  const [named, opened] = await Promise.all([stat(path).catch(() => undefined), file.stat()])
  return named !== undefined && (named.ino !== opened.ino || named.dev !== opened.dev) ? path : undefined
}
