import { existsSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { DatabaseError, Unavailable } from '../database-error.ts'
import { isPostgres, redacted } from '../database-url.ts'
import { requireFolder } from '../folder.ts'
import { type Connection, connect, execute, query, unusable } from '../postgres/connection.ts'
import { createEmpty, inTransaction, lockFormat, lockForWriting, noteFormat } from '../postgres/format.ts'
import { dialect } from '../postgres/schema.ts'
import type { SqlValue } from '../reading/reading.ts'
import { unusableFile } from '../sqlite/failure.ts'
import { createIndexes } from '../tables/schema.ts'
import type { StoredTable } from '../tables/stored-tables.ts'
import type { AnyTable } from '../tables/table.ts'
import { differences, type OnProgress, readContents } from './contents.ts'
import { fileDigest, flush, type Manifest, readManifest } from './manifest.ts'
import { CONNECT_TIMEOUT_MS, openWhole, rowsOf } from './whole-database.ts'

/**
 * Makes a database of a snapshot and compares it with the manifest. If that fails or is interrupted, there is no
 * database, or PostgreSQL's stays empty.
 *
 * @throws DatabaseError when the snapshot differs from its manifest, or the target has data
 */
export async function restoreSnapshot(
  snapshot: string,
  database: string,
  tables: readonly AnyTable[],
  onProgress: OnProgress = () => undefined,
): Promise<Manifest> {
  if (!isPostgres(database)) requireFree(database)
  const manifest = await readManifest(snapshot, tables)
  if (!isPostgres(database)) {
    renameSync(await copyOf(snapshot, manifest, database, onProgress), database)
  } else {
    await requireWhole(snapshot, snapshot, manifest, onProgress)
    await load(snapshot, database, manifest, tables, onProgress)
  }
  return manifest
}

function requireFree(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(name))
      throw new DatabaseError(`${name} is there already; name another file, or move it away`)
}

/** Copies a snapshot beside a path, whole and on the disk. Returns the path of the copy. */
async function copyOf(
  snapshot: string,
  manifest: Manifest,
  path: string,
  onProgress: OnProgress,
): Promise<string> {
  const copy = `${path}.partial`
  try {
    requireFolder(path)
    await copyFile(snapshot, copy)
    await requireWhole(copy, snapshot, manifest, onProgress)
    flush(copy)
    return copy
  } catch (error) {
    rmSync(copy, { force: true })
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

async function load(
  snapshot: string,
  url: string,
  manifest: Manifest,
  tables: readonly AnyTable[],
  onProgress: OnProgress,
): Promise<void> {
  const whole = await openWhole(snapshot, tables)
  try {
    const client = await connect(url, CONNECT_TIMEOUT_MS)
    try {
      if (!(await lockForWriting(client, false))) throw new Error('another process writes to it')
      await inTransaction(client, async () => {
        await lockFormat(client)
        await createEmpty(client, tables)
        await readContents(whole, tables, async (table, rows) => {
          await insert(client, table, rows)
          onProgress(table.name, rows.length, 'rows')
        })
        await execute(
          client,
          `SELECT setval(pg_get_serial_sequence('names', 'id'), (SELECT max(id) FROM names))`,
        )
        for (const statement of createIndexes(tables, dialect)) await execute(client, statement)
        const stored = await readContents(
          { name: redacted(url), batches: table => rowsOf(client, table) },
          tables,
        )
        const [difference] = differences(stored, manifest)
        if (difference)
          throw new Error(`${difference.replace('the other', 'the snapshot')}; nothing was restored`)
        await noteFormat(client, tables)
      })
      await execute(client, 'ANALYZE')
    } catch (error) {
      // Errors of the snapshot already name it.
      throw error instanceof DatabaseError && !(error instanceof Unavailable) ? error : unusable(url, error)
    } finally {
      await client.end().catch(() => undefined)
    }
  } finally {
    await whole.close()
  }
}

const arrayType = { hash: 'bytea[]', integer: 'bigint[]', text: 'text[]' } as const

async function insert(
  client: Connection,
  table: StoredTable,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const arrays = table.columns.map(([, kind], index) => `?${index + 1}::${arrayType[kind]}`)
  const names = table.columns.map(([name]) => name).join(', ')
  const text = `INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${arrays.join(', ')})`
  const columns = table.columns.map((_, index) => rows.map(row => parameter(row[index])))
  await query(client, text, columns)
}

/** `pg` writes bytes only from a Buffer. */
function parameter(value: unknown): SqlValue {
  return value instanceof Uint8Array ? Buffer.from(value) : (value as SqlValue)
}
