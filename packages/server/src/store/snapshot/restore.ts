import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseError } from '../database-error.ts'
import { unusableFile } from '../sqlite/failure.ts'
import type { AnyTable } from '../tables/table.ts'
import type { OnProgress } from './contents.ts'
import { fileDigest, flush, type Manifest, readManifest } from './manifest.ts'
import { type SnapshotSource, snapshotAt } from './source.ts'

/**
 * Makes a database of a snapshot, whose bytes must be those of the manifest. If that fails or is interrupted, there is
 * no database. A broken download goes on at the next call.
 *
 * @param snapshot a path, or a URL: https, http or file
 * @throws DatabaseError when the snapshot differs from its manifest, or the file is there already
 */
export async function restoreSnapshot(
  snapshot: string,
  database: string,
  tables: readonly AnyTable[],
  onProgress: OnProgress = () => undefined,
): Promise<Manifest> {
  const source = snapshotAt(snapshot)
  requireFree(database)
  const manifest = await readManifest(source, tables)
  renameSync(await copyOf(source, manifest, database, onProgress), database)
  return manifest
}

function requireFree(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(name))
      throw new DatabaseError(`${name} is there already; name another file, or move it away`)
}

/** Brings a snapshot beside a path, whole and on the disk. Returns the path of the copy. */
async function copyOf(
  source: SnapshotSource,
  manifest: Manifest,
  path: string,
  onProgress: OnProgress,
): Promise<string> {
  // An incomplete copy is resumed only from the same snapshot.
  const copy = `${path}.${manifest.sha256.slice(0, 8)}.partial`
  let mayGoOn = source.path === undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    await source.bringTo(copy, manifest.bytes, count => onProgress('download', count, 'bytes'))
    mayGoOn = false
    await requireWhole(copy, source.name, manifest, onProgress)
    flush(copy)
    return copy
  } catch (error) {
    if (!mayGoOn) rmSync(copy, { force: true })
    throw unusableFile(path, error)
  }
}

async function requireWhole(
  path: string,
  name: string,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  const { sha256 } = await fileDigest(path, count => onProgress('snapshot', count, 'bytes'))
  if (sha256 !== manifest.sha256)
    throw new DatabaseError(`${name} is damaged: its SHA-256 is not the one of its manifest`)
}
