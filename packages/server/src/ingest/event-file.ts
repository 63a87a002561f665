import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isPacked } from '@trading-network/events'
import { SourceError } from './source.ts'

/** The path of standard input, which has neither a size nor places. */
export const STANDARD_INPUT = '-'

/** The name of an input in messages. */
export function nameOf(path: string): string {
  return path === STANDARD_INPUT ? 'standard input' : path
}

/**
 * Opens a file and reads it from an offset to its present end. Call it late, since a folder may have more files than the
 * maximum of open files.
 *
 * @throws SourceError for an unreadable file
 */
export async function bytesOf(path: string, offset: number): Promise<Readable> {
  if (path === STANDARD_INPUT) return process.stdin
  return (await openFile(path)).createReadStream({ start: offset, highWaterMark: 1 << 18 })
}

/**
 * Returns the size of a file in bytes; undefined for standard input.
 *
 * @throws SourceError for a missing file
 */
export async function sizeOf(path: string): Promise<number | undefined> {
  if (path === STANDARD_INPUT) return undefined
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
