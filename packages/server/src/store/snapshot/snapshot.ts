import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { version } from '../../version.ts'
import { DatabaseError } from '../database-error.ts'
import { lockForWriting, readDatabase } from '../sqlite/database-file.ts'
import { unusableCopy, unusableFile } from '../sqlite/failure.ts'
import { digestOf } from '../tables/format.ts'
import type { AnyTable } from '../tables/table.ts'
import { type Contents, type OnProgress, readContents } from './contents.ts'

/** The description of a snapshot, in a JSON file beside it. */
export interface Manifest extends Contents {
  /** The format of the database. */
  readonly format: string
  /** The version that took the snapshot. */
  readonly version: string
  /** Time when the snapshot was taken, ISO 8601. */
  readonly created: string
  /** Size of the snapshot. */
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** The path of the manifest of a snapshot: beside it. */
export function manifestPath(snapshot: string): string {
  return `${snapshot}.json`
}

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
  const source = readDatabase(database, tables)
  const lock = lockForNew(path)
  const partial = `${path}.partial`
  try {
    rmSync(partial, { force: true })
    // The copy has a rollback journal, so it can be served from a read-only volume. SQLite does not wait for the disk.
    source.run('VACUUM INTO ?', [partial])
    flush(partial)
    const copy = readDatabase(partial, tables)
    const contents = await readContents(copy, tables, onProgress).finally(() => copy.close())
    const hash = createHash('sha256')
    await pipeline(createReadStream(partial), hash)
    const file = { bytes: statSync(partial).size, sha256: hash.digest('hex') }
    const created = new Date().toISOString()
    const manifest = { format: digestOf(tables), version, created, ...file, ...contents }
    writeFileSync(manifestPath(path), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    renameSync(partial, path)
    return manifest
  } catch (error) {
    throw unusableCopy(path, error)
  } finally {
    rmSync(partial, { force: true })
    source.close()
    lock.close()
    rmSync(`${path}-lock`, { force: true })
  }
}

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
  const manifest = await readManifest(snapshot, tables)
  const lock = lockForNew(database)
  const copy = `${database}.partial`
  try {
    const hash = createHash('sha256')
    const hashed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        onProgress('snapshot', chunk.length, 'bytes')
        yield chunk
      }
    }
    await pipeline(
      createReadStream(snapshot, { highWaterMark: 1 << 20 }),
      hashed,
      createWriteStream(copy, { flush: true }),
    )
    if (hash.digest('hex') !== manifest.sha256)
      throw new DatabaseError(`${snapshot} is damaged: its SHA-256 is not the one of its manifest`)
    renameSync(copy, database)
    return manifest
  } catch (error) {
    rmSync(copy, { force: true })
    throw unusableFile(database, error)
  } finally {
    lock.close()
  }
}

/** Makes this process the only one that writes a new database. Two would write the same partial file. */
function lockForNew(path: string): ReturnType<typeof lockForWriting> {
  const lock = lockForWriting(path)
  const taken = [path, `${path}-wal`, `${path}-shm`].find(name => existsSync(name))
  if (taken === undefined) return lock
  lock.close()
  throw new DatabaseError(`${taken} is there already; name another file, or move it away`)
}

/** @throws DatabaseError when it cannot be read, or is of another format */
export async function readManifest(snapshot: string, tables: readonly AnyTable[]): Promise<Manifest> {
  const path = manifestPath(snapshot)
  const manifest = await readFile(path, 'utf8')
    .then(text => {
      const found = JSON.parse(text) as Manifest | null
      if (!found?.format) throw new Error('it is no manifest')
      return found
    })
    .catch((cause: Error) => {
      const advice = 'A snapshot has its manifest beside it. Make both with: trading-network snapshot'
      throw new DatabaseError(`${path} cannot be read: ${cause.message}. ${advice}`, { cause })
    })
  if (manifest.format === digestOf(tables)) return manifest
  throw new DatabaseError(
    `${snapshot} is of version ${manifest.version}, and this is version ${version}; restore it with the version that made it, then upgrade`,
  )
}

/** Waits until a file is on the disk. */
function flush(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
