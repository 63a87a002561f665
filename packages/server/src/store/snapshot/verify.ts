import { DatabaseError } from '../database-error.ts'
import { readDatabase } from '../sqlite/database-file.ts'
import type { AnyTable } from '../tables/table.ts'
import { type Contents, type OnProgress, readContents } from './contents.ts'
import { readManifest } from './snapshot.ts'

export interface Verified extends Contents {
  /** The findings of SQLite's own check of pages and indexes. */
  readonly pageErrors: readonly string[]
}

/**
 * Reads a whole database at one block: the pages of a file, and every row for the checksums of its tables. Of a path
 * that ends in `.json`, the manifest of a snapshot, it reads the checksums there.
 *
 * @throws DatabaseError when it cannot be read
 */
export async function verify(
  location: string,
  tables: readonly AnyTable[],
  onProgress: OnProgress = () => undefined,
): Promise<Verified> {
  if (location.endsWith('.json'))
    return { ...(await readManifest(location.slice(0, -'.json'.length), tables)), pageErrors: [] }
  const file = readDatabase(location, tables)
  try {
    file.begin()
    const found = file.all('PRAGMA integrity_check', []).map(([line]) => String(line))
    const pageErrors = found.filter(line => line !== 'ok')
    return { ...(await readContents(file, tables, onProgress)), pageErrors }
  } catch (error) {
    // Rows of damaged pages may have any value.
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`${location} is damaged: ${(error as Error).message}`, { cause: error })
  } finally {
    file.close()
  }
}
