import { copyFile, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseError } from '../database-error.ts'
import type { AnyTable } from '../tables/table.ts'
import type { OnProgress } from './contents.ts'
import { download, downloadText, shownUrl } from './download.ts'
import { type Manifest, manifestOf, manifestPath } from './manifest.ts'

/** A snapshot on this machine, or behind a URL. */
export class SnapshotSource {
  /** Its path or URL in messages. */
  readonly name: string
  /** Its file on this machine; undefined behind a URL. */
  readonly path: string | undefined
  readonly #location: URL | string

  /** @param location a path, or a URL: https, http or file */
  constructor(location: string) {
    const url = /^(https?|file):/i.test(location) ? new URL(location) : undefined
    this.path = url === undefined ? location : url.protocol === 'file:' ? fileURLToPath(url) : undefined
    this.#location = this.path ?? (url as URL)
    this.name = typeof this.#location === 'string' ? this.#location : shownUrl(this.#location)
  }

  /** @throws DatabaseError when it cannot be read, or is of another format */
  async manifest(tables: readonly AnyTable[]): Promise<Manifest> {
    try {
      return manifestOf(await this.#manifestText(), this.name, tables)
    } catch (cause) {
      if (cause instanceof DatabaseError) throw cause
      const advice = 'A snapshot has its manifest beside it. Make both with: trading-network snapshot'
      throw new DatabaseError(
        `${manifestPath(this.name)} cannot be read: ${(cause as Error).message}. ${advice}`,
        { cause },
      )
    }
  }

  /** Brings the file to a path, which may have the first bytes of an earlier attempt. */
  async bringTo(path: string, { bytes }: Manifest, onProgress: OnProgress): Promise<void> {
    if (typeof this.#location === 'string') return copyFile(this.#location, path)
    return download(this.#location, path, bytes, count => onProgress('download', count, 'bytes'))
  }

  #manifestText(): Promise<string> {
    if (typeof this.#location === 'string') return readFile(manifestPath(this.#location), 'utf8')
    const url = new URL(this.#location)
    url.pathname = manifestPath(url.pathname)
    return downloadText(url)
  }
}
