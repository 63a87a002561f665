import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest } from '../../src/ingest/ingest.ts'
import { openWriter } from '../../src/ingest/open-writer.ts'
import type { IngestOptions, Progress } from '../../src/ingest/options.ts'
import type { Source } from '../../src/ingest/source.ts'
import { Mirror, type MirrorOptions } from '../../src/store/mirror/mirror.ts'

const HOUR = 3_600_000_000_000n

/** The file behind each database that has been filled. */
const files = new Map<string, string>()

/** Returns the path of the file whose mirror a database is. */
export function fileOf(url: string): string {
  const known = files.get(url) ?? join(mkdtempSync(join(tmpdir(), 'trading-network-')), 'network.sqlite')
  files.set(url, known)
  return known
}

export function removeFile(url: string): void {
  rmSync(join(fileOf(url), '..'), { recursive: true })
  files.delete(url)
}

/** Opens a file for writing, and a mirror of it. A failure of the mirror is thrown by `close`, unless it is killed. */
export function openMirrored(
  path: string,
  url: string,
  options: Partial<MirrorOptions> & { kept?: bigint } = {},
) {
  const writer = openWriter(path, { logged: options.kept ?? HOUR })
  const notices: string[] = []
  const onNotice = (text: string) => void notices.push(text)
  const mirror = new Mirror({ url, log: writer.log!, onNotice, ...options })
  return {
    mirror,
    /** The messages of the mirror so far. */
    notices,
    store: (source: Source, how: IngestOptions = {}) =>
      ingest(source, writer, { ...how, onCommit: () => mirror.wake() }),
    /** @param isKilled the process dies: nothing more is copied */
    async close(isKilled = false): Promise<void> {
      try {
        await (isKilled ? mirror.close() : mirror.finish())
      } finally {
        writer.close()
      }
    },
  }
}

/** Ingests into the file behind a database, and waits until the database has all of it. */
export async function ingestMirrored(url: string, source: Source, options: IngestOptions): Promise<Progress> {
  const both = openMirrored(fileOf(url), url)
  try {
    return await both.store(source, options)
  } finally {
    await both.close()
  }
}
