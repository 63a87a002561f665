import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { atEnd } from './at-end.ts'
import { newPostgresDatabase } from './postgres/database.ts'

/** A database for a test. */
export interface TestDatabase {
  /** Path or URL. */
  readonly database: string
  /** Releases it, with any contents. */
  release(): Promise<void>
}

/** The PostgreSQL server of this run; undefined for SQLite files. */
export const postgresUrl = inject('postgresUrl')

/** Returns an empty database, by default of the kind of this run of the suite. */
export async function newDatabase(kind?: 'sqlite'): Promise<TestDatabase> {
  if (kind === undefined && postgresUrl !== undefined) return newPostgresDatabase(postgresUrl)
  return newFile()
}

/** Returns an empty database that exists until the end of the test, or of the file. */
export async function newPlace(kind?: 'sqlite'): Promise<string> {
  const { database, release } = await newDatabase(kind)
  atEnd(release)
  return database
}

function newFile(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-'))
  return {
    database: join(folder, 'network.sqlite'),
    release: async () => rmSync(folder, { recursive: true }),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string | undefined
  }
}
