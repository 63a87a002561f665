import { setTimeout as wait } from 'node:timers/promises'
import { tables } from '../projections/index.ts'
import { DatabaseError } from '../store/database-error.ts'
import { isPostgres } from '../store/database-url.ts'
import { PostgresReader } from '../store/postgres/reader.ts'
import { ServedFile } from '../store/sqlite/served-file.ts'
import { type Network, networkOf } from './open-network.ts'

export interface Databases {
  /** Path of an SQLite file or URL of a PostgreSQL database. */
  readonly database: string
  /** Maximum wait of a request for a connection to PostgreSQL, in milliseconds. Default 2000. */
  readonly maxDelay?: number | undefined
  /** Maximum number of connections of this process to PostgreSQL. Default 10. */
  readonly connections?: number | undefined
  /** Waits until a database is usable. Otherwise that is an error. */
  readonly wait?: boolean
  /** Called when the database becomes unavailable, and for each reason to wait. */
  readonly warn?: (message: string) => void
}

/** Interval between attempts to open an unusable database; milliseconds. */
const RETRY_MS = 1000

/**
 * Opens a database for reading.
 *
 * @throws DatabaseError when it is unusable
 */
export async function openDatabases(databases: Databases): Promise<Network> {
  for (let told = ''; ; ) {
    try {
      return await openNow(databases)
    } catch (error) {
      if (!databases.wait || !(error instanceof DatabaseError)) throw error
      if (error.message !== told) databases.warn?.(`waiting: ${error.message}`)
      told = error.message
      await wait(RETRY_MS)
    }
  }
}

async function openNow({ database, connections, warn, maxDelay }: Databases): Promise<Network> {
  const reader = isPostgres(database)
    ? new PostgresReader(database, tables, connections, maxDelay)
    : new ServedFile(database, tables)
  try {
    await reader.check()
  } catch (error) {
    await reader.close()
    throw error
  }
  return networkOf(reader, warn)
}
