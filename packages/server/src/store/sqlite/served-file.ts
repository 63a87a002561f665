import { statSync } from 'node:fs'
import type { AnyTable } from '../tables/table.ts'
import { readDatabase } from './database-file.ts'
import { LongReadings } from './long-readings.ts'

/** Which files have the name of a database. */
interface DatabaseFiles {
  readonly file: string | undefined
  readonly log: string | undefined
  /** True when the log is not empty. */
  readonly hasChanges: boolean
}

/** Opens the file and identifies it. Tries again when another file took the name meanwhile. */
export function openServed(path: string, tables: readonly AnyTable[]) {
  for (;;) {
    const before = filesOf(path)
    const sqlite = readDatabase(path, tables)
    const files = filesOf(path)
    if (files.file === before.file)
      return { sqlite, files, long: new LongReadings(() => readDatabase(path, tables)) }
    sqlite.close()
  }
}

export function filesOf(path: string): DatabaseFiles {
  const [file, log] = [path, `${path}-wal`].map(name => statSync(name, { throwIfNoEntry: false }))
  return {
    file: file && `${file.dev}:${file.ino}`,
    log: log && `${log.dev}:${log.ino}`,
    hasChanges: (log?.size ?? 0) > 0,
  }
}
