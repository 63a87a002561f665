import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseError } from '../database-error.ts'
import { FORMAT } from '../tables/schema.ts'
import type { Contents } from './contents.ts'
import type { FileDigest } from './file-digest.ts'

/** The description of a snapshot, in a JSON file beside it. */
export interface Manifest extends Contents, FileDigest {
  /** The format of the database. */
  readonly format: number
  /** Time when the snapshot was taken, ISO 8601. */
  readonly created: string
}

/** Returns the path of the manifest of a snapshot. */
export function manifestPath(snapshot: string): string {
  return `${snapshot}.json`
}

export function writeManifest(snapshot: string, manifest: Manifest): void {
  writeFileSync(manifestPath(snapshot), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
}

/**
 * Returns the manifest of a snapshot.
 *
 * @throws DatabaseError when there is none, or it is of another format
 */
export function readManifest(snapshot: string): Manifest {
  const path = manifestPath(snapshot)
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (cause) {
    const advice = `A snapshot has its manifest beside it. Make both with: trading-network snapshot`
    throw new DatabaseError(`${path} cannot be read: ${(cause as Error).message}. ${advice}`, { cause })
  }
  if (manifest.format === FORMAT) return manifest
  throw new DatabaseError(
    `${snapshot} has format ${manifest.format}, this version has ${FORMAT}; restore it with the version that made it, then upgrade`,
  )
}
