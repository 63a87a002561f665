import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseError } from '../database-error.ts'
import { requireFolder } from '../folder.ts'
import { readDatabase } from '../sqlite/database-file.ts'
import { unusableFile } from '../sqlite/failure.ts'
import type { AnyTable } from '../tables/table.ts'
import { type OnProgress, readContents } from './contents.ts'
import { type Manifest, writeManifest } from './manifest.ts'

/**
 * Writes the contents of a database at one block into a new SQLite file, with a manifest beside it. `ingest` and
 * `serve` may go on meanwhile. The file gets its name only when it is complete and on the disk.
 *
 * @throws DatabaseError when a database cannot be used, or the file is there already
 */
export async function takeSnapshot(
  database: string,
  path: string,
  tables: readonly AnyTable[],
  onProgress: OnProgress = () => undefined,
): Promise<Manifest> {
  if (existsSync(path)) throw new DatabaseError(`${path} is there already; name another file`)
  const source = readDatabase(database, tables)
  const partial = `${path}.partial`
  try {
    requireFolder(path)
    rmSync(partial, { force: true })
    // The copy has a rollback journal, so it can be served from a read-only volume.
    source.run('VACUUM INTO ?', [partial])
    const copy = readDatabase(partial, tables)
    const contents = await readContents(copy, tables, onProgress).finally(() => copy.close())
    const manifest = await writeManifest(path, partial, contents, tables)
    renameSync(partial, path)
    return manifest
  } catch (error) {
    throw unusableFile(path, error)
  } finally {
    rmSync(partial, { force: true })
    source.close()
  }
}
