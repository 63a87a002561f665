import { existsSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { DatabaseError } from '../database-error.ts'
import { requireFolder } from '../folder.ts'
import { unusableFile } from '../sqlite/failure.ts'
import type { AnyTable } from '../tables/table.ts'
import type { OnProgress } from './contents.ts'
import { fileDigest, flush, type Manifest, readManifest } from './manifest.ts'

/**
 * Makes a database of a snapshot, whose bytes must be those of the manifest. If that fails or is interrupted, there is
 * no database.
 *
 * @throws DatabaseError when the snapshot differs from its manifest, or the file is there already
 */
export async function restoreSnapshot(
  snapshot: string,
  database: string,
  tables: readonly AnyTable[],
  onProgress: OnProgress = () => undefined,
): Promise<Manifest> {
  for (const name of [database, `${database}-wal`, `${database}-shm`])
    if (existsSync(name))
      throw new DatabaseError(`${name} is there already; name another file, or move it away`)
  const manifest = await readManifest(snapshot, tables)
  const copy = `${database}.partial`
  try {
    requireFolder(database)
    await copyFile(snapshot, copy)
    const { sha256 } = await fileDigest(copy, count => onProgress('snapshot', count, 'bytes'))
    if (sha256 !== manifest.sha256)
      throw new DatabaseError(`${snapshot} is damaged: its SHA-256 is not the one of its manifest`)
    flush(copy)
    renameSync(copy, database)
    return manifest
  } catch (error) {
    rmSync(copy, { force: true })
    throw unusableFile(database, error)
  }
}
