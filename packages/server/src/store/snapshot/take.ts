import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { DatabaseError } from '../database-error.ts'
import { requireFolder } from '../folder.ts'
import { markFormat, readDatabase } from '../sqlite/database-file.ts'
import { unusableFile } from '../sqlite/failure.ts'
import { dialect } from '../sqlite/schema.ts'
import { Sqlite } from '../sqlite/sqlite.ts'
import { createIndexes, createTables } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'
import { type Contents, type OnProgress, readContents } from './contents.ts'
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
    source.begin()
    requireFolder(path)
    rmSync(partial, { force: true })
    const contents = await copyTo(partial, source, tables, onProgress)
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

/** Writes a new SQLite file. It has a rollback journal, so it can be served from a read-only volume. */
async function copyTo(
  path: string,
  source: Sqlite,
  tables: readonly AnyTable[],
  onProgress: OnProgress,
): Promise<Contents> {
  const file = new DatabaseSync(path)
  try {
    file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; BEGIN')
    for (const statement of createTables(tables, dialect)) file.exec(statement)
    markFormat(new Sqlite(file, path, tables), tables)
    const contents = await readContents(source, tables, ({ name, columns }, rows) => {
      const insert = file.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
      for (const row of rows) insert.run(...(row as SQLInputValue[]))
      onProgress(name, rows.length, 'rows')
    })
    // Building an index of all rows at once is faster than extending it row by row.
    for (const statement of createIndexes(tables, dialect)) file.exec(statement)
    file.exec('COMMIT')
    return contents
  } finally {
    file.close()
  }
}
