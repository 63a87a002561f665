import { writeFileSync } from 'node:fs'
import { version } from '../../version.ts'
import { DatabaseError } from '../database-error.ts'
import { digestOf } from '../tables/format.ts'
import type { AnyTable } from '../tables/table.ts'
import type { Contents } from './contents.ts'
import type { FileDigest } from './file-digest.ts'

/** The description of a snapshot, in a JSON file beside it. */
export interface Manifest extends Contents, FileDigest {
  /** The format of the database. */
  readonly format: string
  /** The version that took the snapshot; absent from earlier versions. */
  readonly version?: string
  /** Time when the snapshot was taken, ISO 8601. */
  readonly created: string
}

export function manifestPath(snapshot: string): string {
  return `${snapshot}.json`
}

export function writeManifest(snapshot: string, manifest: Manifest): void {
  writeFileSync(manifestPath(snapshot), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
}

/**
 * Reads the text of a manifest.
 *
 * @throws DatabaseError when it is of another format; SyntaxError when it is no manifest
 */
export function manifestOf(text: string, snapshot: string, tables: readonly AnyTable[]): Manifest {
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format === digestOf(tables)) return manifest
  const made = manifest.version === undefined ? 'an earlier version' : `version ${manifest.version}`
  throw new DatabaseError(
    `${snapshot} is of ${made}, and this is version ${version}; restore it with the version that made it, then upgrade`,
  )
}
