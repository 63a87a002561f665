import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { version } from '../../version.ts'
import { DatabaseError } from '../database-error.ts'
import { digestOf } from '../tables/format.ts'
import type { AnyTable } from '../tables/table.ts'
import type { Contents } from './contents.ts'

interface FileDigest {
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** The description of a snapshot, in a JSON file beside it. */
export interface Manifest extends Contents, FileDigest {
  /** The format of the database. */
  readonly format: string
  /** The version that took the snapshot. */
  readonly version: string
  /** Time when the snapshot was taken, ISO 8601. */
  readonly created: string
}

/** The path of the manifest of a snapshot: beside it. */
export function manifestPath(snapshot: string): string {
  return `${snapshot}.json`
}

/** Writes the manifest of a snapshot whose file is at `path` now, and waits until that is on the disk. */
export async function writeManifest(
  snapshot: string,
  path: string,
  contents: Contents,
  tables: readonly AnyTable[],
): Promise<Manifest> {
  flush(path)
  const created = new Date().toISOString()
  const manifest = { format: digestOf(tables), version, created, ...(await fileDigest(path)), ...contents }
  writeFileSync(manifestPath(snapshot), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
  return manifest
}

/** @throws DatabaseError when it cannot be read, or is of another format */
export async function readManifest(snapshot: string, tables: readonly AnyTable[]): Promise<Manifest> {
  const path = manifestPath(snapshot)
  const manifest = await readFile(path, 'utf8')
    .then(text => JSON.parse(text) as Manifest)
    .catch((cause: Error) => {
      const advice = 'A snapshot has its manifest beside it. Make both with: trading-network snapshot'
      throw new DatabaseError(`${path} cannot be read: ${cause.message}. ${advice}`, { cause })
    })
  if (manifest.format === digestOf(tables)) return manifest
  throw new DatabaseError(
    `${snapshot} is of version ${manifest.version}, and this is version ${version}; restore it with the version that made it, then upgrade`,
  )
}

/** Reads a file and returns its size and SHA-256. */
export async function fileDigest(
  path: string,
  onBytes: (count: number) => void = () => undefined,
): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    onBytes(chunk.length)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Waits until a file is on the disk. */
export function flush(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
