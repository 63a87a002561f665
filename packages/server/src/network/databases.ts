import { setTimeout as wait } from 'node:timers/promises'
import { tables } from '../projections/index.ts'
import { Problem, unavailable } from '../responses/problem.ts'
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
  headOf,
  type Network,
  nothing,
  openNetwork,
  probedOf,
  RETRY_AFTER_SECONDS,
  reached,
  readingOf,
} from './open-network.ts'

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
  if (!isPostgres(database)) return openNetwork(database, warn)
  const reader = new PostgresReader(database, tables, { connections: connections ?? CONNECTIONS })
  try {
    await reader.check()
  } catch (error) {
    await reader.close()
    throw error
  }
  return networkOf(reader, warn, maxDelay)
}

function networkOf(reader: PostgresReader, warn: Databases['warn'], maxDelay: number | undefined): Network {
  let trouble = ''
  const ask = async <Result>(reading: (head: Checkpoint) => Reading<Result>, leastHeight = -1n) => {
    try {
      const found = await reader.answer(head => readAt(head, leastHeight, reading), maxDelay)
      trouble = ''
      return found
    } catch (error) {
      if (error instanceof Unavailable && error.message !== trouble) warn?.(error.message)
      if (error instanceof Unavailable) trouble = error.message
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
      const { result: denied, head } = await ask(unreadableTables)
      if (denied.length > 0) throw new DatabaseError(notPermitted(denied))
      return probedOf(head)
    },
    async database() {
      const { connections } = reader
      try {
        return { connections, block: probedOf((await reader.answer(nothing)).head) }
      } catch {
        return { connections }
      }
    },
    close: () => reader.close(),
  }
}

/** A refusal has the block of its reading, since every response has one. */
function* readAt<Result>(
  head: Checkpoint,
  leastHeight: bigint,
  reading: (head: Checkpoint) => Reading<Result>,
): Reading<Result> {
  try {
    return yield* reading(reached(head, leastHeight))
  } catch (error) {
    if (error instanceof Problem) error.asOf ??= headOf(head)
    throw error
  }
}

function problemOf(error: unknown): unknown {
  // The log names the table. A person must grant the permission again.
  if (isDenied(error)) return Object.assign(unavailable(RETRY_AFTER_SECONDS), { cause: error })
  return error instanceof Unavailable || error instanceof Busy ? unavailable(RETRY_AFTER_SECONDS) : error
}

function* unreadableTables(): Reading<unknown[]> {
  return (yield* read(unreadable(tables), [])).map(([name]) => name)
}
