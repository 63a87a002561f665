import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { version } from '../../version.ts'
import { DatabaseError } from '../database-error.ts'
import { markFormat } from '../sqlite/database-file.ts'
import { unusableFile } from '../sqlite/failure.ts'
import { createIndexes, createTables } from '../sqlite/schema.ts'
import { Sqlite } from '../sqlite/sqlite.ts'
import { digestOf as formatOf } from '../tables/format.ts'
import type { StoredTable } from '../tables/stored-tables.ts'
import type { AnyTable } from '../tables/table.ts'
import { type OnProgress, readContents } from './contents.ts'
import { digestOf } from './file-digest.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { openWhole } from './whole-database.ts'

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
  const whole = await openWhole(database, tables)
  const partial = `${path}.partial`
  try {
    rmSync(partial, { force: true })
    const file = new SnapshotFile(partial, tables)
    try {
      const contents = await readContents(whole, tables, (table, rows) => {
        file.insert(table, rows)
        onProgress(table.name, rows.length, 'rows')
      })
      file.finish()
      const manifest = {
        format: formatOf(tables),
        version,
        created: new Date().toISOString(),
        ...(await digestOf(partial)),
        ...contents,
      }
      writeManifest(path, manifest)
      renameSync(partial, path)
      return manifest
    } finally {
      file.close()
    }
  } catch (error) {
    throw unusableFile(path, error)
  } finally {
    rmSync(partial, { force: true })
    await whole.close()
  }
}

/** A new SQLite file. It has a rollback journal, so it can be served from a read-only volume. */
class SnapshotFile {
  readonly #path: string
  readonly #file: DatabaseSync
  readonly #tables: readonly AnyTable[]

  constructor(path: string, tables: readonly AnyTable[]) {
    this.#path = path
    this.#tables = tables
    this.#file = new DatabaseSync(path)
    this.#file.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; BEGIN')
    for (const statement of createTables(tables)) this.#file.exec(statement)
    markFormat(new Sqlite(this.#file, path, tables), tables)
  }

  insert({ name, columns }: StoredTable, rows: readonly (readonly unknown[])[]): void {
    const insert = this.#file.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(...(row as SQLInputValue[]))
  }

  /** Creates the indexes and waits until the file is on the disk. */
  finish(): void {
    // Building an index of all rows at once is faster than extending it row by row.
    for (const statement of createIndexes(this.#tables)) this.#file.exec(statement)
    this.#file.exec('COMMIT')
    this.#file.close()
    const descriptor = openSync(this.#path, 'r+')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }

  close(): void {
    if (this.#file.isOpen) this.#file.close()
  }
}
