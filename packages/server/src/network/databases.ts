import { setTimeout as wait } from 'node:timers/promises'
import { tables } from '../projections/tables.ts'
import { unavailable } from '../responses/problem.ts'
import { DatabaseError, Unavailable } from '../store/database-error.ts'
import { isPostgres } from '../store/database-url.ts'
import { Busy } from '../store/postgres/batches.ts'
import { isDenied } from '../store/postgres/connection.ts'
import { CONNECTIONS, notPermitted, PostgresReader } from '../store/postgres/reader.ts'
import { unreadable } from '../store/postgres/schema.ts'
import { type Reading, read } from '../store/reading/reading.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import {
  answerOf,
  type DatabaseState,
  databaseName,
  headOf,
  type Network,
  nothing,
  openNetwork,
  probedOf,
  RETRY_AFTER_SECONDS,
  readingOf,
} from './open-network.ts'
import { ReadPool } from './replicas.ts'

export interface Databases {
  /** Path of an SQLite file or URL of a PostgreSQL database. */
  readonly database: string
  /** URLs of PostgreSQL standbys that stream from it. */
  readonly replicas?: readonly string[] | undefined
  /** Maximum wait of a request for a connection to PostgreSQL, in milliseconds. Default 2000. */
  readonly maxDelay?: number | undefined
  /** Maximum number of connections of this process to each PostgreSQL database. Default 10. */
  readonly connections?: number | undefined
  /** Waits until a database is usable. Otherwise that is an error. */
  readonly wait?: boolean
  /** Called for each database that is unavailable now while others work, and for each reason to wait. */
  readonly warn?: (message: string) => void
}

/** Interval between attempts to open an unusable database; milliseconds. */
const RETRY_MS = 1000

/**
 * Opens databases for reading.
 *
 * @throws DatabaseError when none is usable
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

async function openNow(databases: Databases): Promise<Network> {
  const { database, replicas = [], connections = CONNECTIONS, warn, maxDelay } = databases
  if (isPostgres(database)) {
    const readers = [database, ...replicas].map(url => new PostgresReader(url, tables, { connections }))
    return openReaders(readers, warn, maxDelay)
  }
  if (replicas.length === 0) return openNetwork(database, warn)
  throw new DatabaseError('only a PostgreSQL database has replicas; --database names an SQLite file')
}

/** Opens the network of a primary, which comes first, and its replicas. */
export async function openReaders(
  readers: readonly PostgresReader[],
  warn?: Databases['warn'],
  maxDelay?: number,
): Promise<Network> {
  const [first, ...others] = readers as [PostgresReader, ...PostgresReader[]]
  const pool = new ReadPool(first, others, warn, maxDelay)
  try {
    await checkAll(readers, warn)
  } catch (error) {
    await pool.close()
    throw error
  }
  const ask = async <Result>(
    reading: (head: Checkpoint) => Reading<Result>,
    leastHeight: bigint | undefined,
  ) => {
    try {
      return await pool.answer(reading, leastHeight)
    } catch (error) {
      throw problemOf(error)
    }
  }
  return {
    head: async leastHeight => headOf((await ask(nothing, leastHeight)).head),
    async answer(operation, query, leastHeight) {
      const { result, head } = await ask(readingOf(operation, query), leastHeight)
      return answerOf(result, head)
    },
    async probe() {
      const { result: denied, head } = await ask(unreadableTables, undefined)
      if (denied.length > 0) throw new DatabaseError(notPermitted(denied))
      return probedOf(head)
    },
    databases: () => Promise.all(readers.map(stateOf)),
    close: () => pool.close(),
  }
}

async function stateOf(reader: PostgresReader, index: number): Promise<DatabaseState> {
  const state = { name: databaseName(index), connections: reader.connections }
  try {
    return { ...state, block: probedOf((await reader.answer(nothing)).head) }
  } catch {
    return state
  }
}

/** A database that is down may come back. A database that is not one of ours stays unusable. */
async function checkAll(readers: readonly PostgresReader[], warn: Databases['warn']): Promise<void> {
  const failures: Unavailable[] = []
  for (const reader of readers) {
    try {
      await reader.check()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      failures.push(error)
    }
  }
  if (failures.length === readers.length)
    throw new DatabaseError(failures.map(({ message }) => message).join('\n'))
  for (const { message } of failures) warn?.(message)
}

function problemOf(error: unknown): unknown {
  // The log names the table. A person must grant the permission again.
  if (isDenied(error)) return Object.assign(unavailable(RETRY_AFTER_SECONDS), { cause: error })
  return error instanceof Unavailable || error instanceof Busy ? unavailable(RETRY_AFTER_SECONDS) : error
}

function* unreadableTables(): Reading<unknown[]> {
  return (yield* read(unreadable(tables), [])).map(([name]) => name)
}
