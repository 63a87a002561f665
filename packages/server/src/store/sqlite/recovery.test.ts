import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../../test/scratch.ts'
import { createDatabase } from '../../ingest/open-writer.ts'
import { tables } from '../../projections/index.ts'
import { readDatabase } from './database-file.ts'

const { newPath } = scratchFolder()
const path = newPath()
createDatabase(path).close()
afterEach(() => void vi.restoreAllMocks())

/**
 * Another process holds the lock of the recovery for so many attempts. SQLite then refuses the first statement that
 * reads, with SQLITE_BUSY_RECOVERY (`walTryBeginRead` in wal.c); opening itself and `busy_timeout` read nothing.
 */
function recovering(attempts: number) {
  const { prepare } = DatabaseSync.prototype
  const seen = new Set<DatabaseSync>()
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, ...args) {
    seen.add(this)
    if (seen.size > attempts) return prepare.apply(this, args)
    throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 261 })
  })
  return seen
}

const openings = [
  ['for reading', () => readDatabase(path, tables)],
  ['for writing', () => createDatabase(path)],
] as const

test.each(openings)(
  'opening %s waits for another process that recovers the file after a crash',
  (_, open) => {
    const seen = recovering(5)
    const opened = open()
    expect(seen.size).toBe(6)
    opened.close()
  },
)

test.each(openings)('opening %s gives up in the end, and asks nobody to end a reader', (_, open) => {
  recovering(Infinity)
  expect(open).toThrow(/another process recovers it after a crash; try again/)
  expect(open).not.toThrow(/end one of the two/)
})
