import { copyFile, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseError } from '../database-error.ts'
import type { AnyTable } from '../tables/table.ts'
import type { OnProgress } from './contents.ts'
import { download, downloadText, shownUrl } from './download.ts'
import { type Manifest, manifestOf, manifestPath } from './manifest.ts'

/** A snapshot on this machine, or behind a URL. */
export interface SnapshotSource {
  /** Its path or URL in messages. */
  readonly name: string
  /** Its file on this machine; undefined behind a URL. */
  readonly path?: string
  /** @throws DatabaseError when it cannot be read, or is of another format */
  manifest(tables: readonly AnyTable[]): Promise<Manifest>
  /** Brings the file to a path, which may have the first bytes of an earlier attempt. */
  bringTo(path: string, manifest: Manifest, onProgress: OnProgress): Promise<void>
}

/** @param location a path, or a URL: https, http or file */
export function snapshotAt(location: string): SnapshotSource {
  const url = /^(https?|file):/i.test(location) ? new URL(location) : undefined
  if (url === undefined) return localSnapshot(location)
  return url.protocol === 'file:' ? localSnapshot(fileURLToPath(url)) : remoteSnapshot(url)
}

function localSnapshot(path: string): SnapshotSource {
  return {
    name: path,
    path,
    async manifest(tables) {
      const place = manifestPath(path)
      try {
        return manifestOf(await readFile(place, 'utf8'), path, tables)
      } catch (cause) {
        throw cause instanceof DatabaseError ? cause : unreadable(place, cause)
      }
    },
    bringTo: to => copyFile(path, to),
  }
}

function remoteSnapshot(url: URL): SnapshotSource {
  const name = shownUrl(url)
  return {
    name,
    async manifest(tables) {
      const place = new URL(url)
      place.pathname = manifestPath(url.pathname)
      const text = await downloadText(place)
      try {
        return manifestOf(text, name, tables)
      } catch (cause) {
        throw cause instanceof DatabaseError ? cause : unreadable(shownUrl(place), cause)
      }
    },
    bringTo: (to, { bytes }, onProgress) =>
      download(url, to, bytes, count => onProgress('download', count, 'bytes')),
  }
}

function unreadable(place: string, cause: unknown): DatabaseError {
  const advice = 'A snapshot has its manifest beside it. Make both with: trading-network snapshot'
  return new DatabaseError(`${place} cannot be read: ${(cause as Error).message}. ${advice}`, { cause })
}
