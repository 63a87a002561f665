import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { newPostgresDatabase } from './postgres/database.ts'

/** A database for a test. */
export interface TestDatabase {
  /** Path or URL. */
  readonly database: string
  /** Gives it back, whatever was put into it. */
  release(): Promise<void>
}

/** The server that the databases of this run are on; undefined when they are SQLite files. */
export const postgresUrl = inject('postgresUrl')

/** An empty database, of the kind that this run of the suite is about unless said otherwise. */
export async function newDatabase(kind?: 'sqlite'): Promise<TestDatabase> {
  if (kind === undefined && postgresUrl !== undefined) return newPostgresDatabase(postgresUrl)
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
