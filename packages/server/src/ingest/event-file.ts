import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isPacked } from '@trading-network/events'
import { SourceError } from './source.ts'

export interface EventFile {
  readonly path: string
  /** Bytes, at the time it was found; undefined for standard input, which has no places either. */
  readonly size: number | undefined
  /** True if reading waits for more at its end. */
  readonly grows?: boolean
  /** Reads bytes of the file from an offset. */
  bytes(offset: number): Promise<Readable>
}

/** A file that is read to its present end, or `-` for standard input. @throws SourceError for a missing file */
export async function eventFile(path: string): Promise<EventFile> {
  if (path === '-')
    return { path: 'standard input', size: undefined, bytes: () => Promise.resolve(process.stdin) }
  return {
    path,
    size: await sizeOf(path),
    // Opened late, since a folder may have more files than the maximum of open files.
    bytes: async offset => (await openFile(path)).createReadStream({ start: offset, highWaterMark: 1 << 18 }),
  }
}

/**
 * Returns the size of a file in bytes.
 *
 * @throws SourceError for a missing file
 */
export async function sizeOf(path: string): Promise<number> {
  const stats = await statOf(path)
  if (stats.isDirectory()) throw unreadable(path, new Error('it is a folder'))
  return stats.size
}

/** @throws SourceError for a missing file or folder */
export function statOf(path: string): Promise<Stats> {
  return stat(path).catch(cause => Promise.reject(unreadable(path, cause)))
}

/** @throws SourceError for an unreadable file */
export function openFile(path: string): Promise<FileHandle> {
  return open(path).catch(cause => Promise.reject(unreadable(path, cause)))
}

/** Returns true for a compressed file, which can only be read from its start. */
export async function isPackedFile(path: string): Promise<boolean> {
  const file = await openFile(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && isPacked(buffer)
  } finally {
    await file.close()
  }
}

function unreadable(path: string, cause: unknown): SourceError {
  const { code, message } = cause as NodeJS.ErrnoException
  const problem = code === 'ENOENT' ? 'there is no such file' : message
  return new SourceError(`${path} cannot be read: ${problem}`, { cause })
}
