import { copyFileSync, existsSync } from 'node:fs'
import { createDatabase } from '../src/ingest/open-writer.ts'
import { ChangeLog, hasChangeLog } from '../src/store/sqlite/change-log.ts'
import { SqliteWriter } from '../src/store/sqlite/writer.ts'

/** The process that ingests was killed. */
export class Killed extends Error {}

/**
 * Returns a writer whose process is killed before its n-th statement.
 *
 * @param crashed path of the files as the next process finds them
 */
export function mortalWriter(path: string, statements: number, crashed: string): SqliteWriter {
  const sqlite = createDatabase(path)
  const log = hasChangeLog(sqlite) ? new ChangeLog(sqlite) : undefined
  let left = statements
  for (const name of ['exec', 'run'] as const) {
    const execute = sqlite[name].bind(sqlite) as (...args: unknown[]) => void
    sqlite[name] = (...args: unknown[]) => {
      if (left-- === 0) {
        for (const suffix of ['', '-wal'])
          if (existsSync(path + suffix)) copyFileSync(path + suffix, crashed + suffix)
        throw new Killed()
      }
      execute(...args)
    }
  }
  return new SqliteWriter(sqlite, { log })
}
