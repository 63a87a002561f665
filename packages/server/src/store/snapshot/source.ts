import { copyFile, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { download, downloadText, shownUrl } from './download.ts'

export function manifestPath(snapshot: string): string {
  return `${snapshot}.json`
}

/** A snapshot on this machine, or behind a URL. */
export interface SnapshotSource {
  /** Its path or URL in messages. */
  readonly name: string
  /** Its file on this machine; absent behind a URL. */
  readonly path?: string
  /** @throws Error when it cannot be read */
  manifestText(): Promise<string>
  /** Brings the file of this size to a path, which may have the first bytes of an earlier attempt. */
  bringTo(path: string, bytes: number, onBytes: (count: number) => void): Promise<void>
}

/** @param location a path, or a URL: https, http or file */
export function snapshotAt(location: string): SnapshotSource {
  const url = /^(https?|file):/i.test(location) ? new URL(location) : undefined
  if (url && url.protocol !== 'file:') {
    const manifest = new URL(url)
    manifest.pathname = manifestPath(url.pathname)
    return {
      name: shownUrl(url),
      manifestText: () => downloadText(manifest),
      bringTo: (path, bytes, onBytes) => download(url, path, bytes, onBytes),
    }
  }
  const path = url ? fileURLToPath(url) : location
  return {
    name: path,
    path,
    manifestText: () => readFile(manifestPath(path), 'utf8'),
    bringTo: copy => copyFile(path, copy),
  }
}
