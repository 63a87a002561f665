import { DatabaseError } from '../database-error.ts'
import type { AnyTable } from '../tables/table.ts'
import { type Contents, type OnProgress, readContents } from './contents.ts'
import { readManifest } from './manifest.ts'
import { openWhole } from './whole-database.ts'

export interface Verified extends Contents {
  /** What SQLite's own check finds in pages and indexes. */
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
  const whole = openWhole(location, tables)
  try {
    const pageErrors = [...whole.pageErrors()]
    const contents = await readContents(whole, tables, ({ name }, rows) =>
      onProgress(name, rows.length, 'rows'),
    )
    return { ...contents, pageErrors }
  } catch (error) {
    // Rows of damaged pages may have any value.
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`${whole.name} is damaged: ${(error as Error).message}`, { cause: error })
  } finally {
    whole.close()
  }
}
