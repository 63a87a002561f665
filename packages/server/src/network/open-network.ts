import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { WaitableNetwork } from '../http/reads.ts'
import { answers } from '../operations/index.ts'
import { withKnownNames } from '../operations/short-names.ts'
import { loadOperations, type Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { tables } from '../projections/index.ts'
import { type Block, blockNotReached, Problem, unavailable } from '../responses/problem.ts'
import { type Answer, type Head, tagOf } from '../responses/reply.ts'
import { Busy, DatabaseError, Unavailable } from '../store/database-error.ts'
import { isPostgres } from '../store/database-url.ts'
import { isDenied } from '../store/postgres/connection.ts'
import { PostgresReader } from '../store/postgres/reader.ts'
import {
  type Answered,
  type Asked,
  type Reader,
  type Reading,
  type Turns,
  whenThere,
} from '../store/reading/reading.ts'
import { SqliteReader } from '../store/sqlite/reader.ts'
import { type Checkpoint, type HistorySummary, stateOf, summaryOf } from '../store/tables/checkpoint.ts'

/** The contract's operations in this service. */
export const operations: readonly Operation[] = loadOperations(
  createRequire(import.meta.url)('@trading-network/spec/openapi.json'),
)

/**
 * An open database of a network. Every response is at least as new as the requested height. If the database has not
 * reached it, the request is refused with a Problem (503).
 */
export interface Network extends WaitableNetwork {
  /** Returns the head with its history, and checks that this version can still read the database. */
  probe(): Probed | Promise<Probed>
  readonly connections: Reader['connections']
  close(): Promise<void>
}

/** The current block of a database, and the part of the network's history that it has. */
export interface Probed extends Head {
  readonly history?: HistorySummary
}

/** Seconds until a client may retry when no database is available. */
const RETRY_AFTER_SECONDS = 1

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
    : new SqliteReader(database, tables)
  try {
    await reader.check()
  } catch (error) {
    await reader.close()
    throw error
  }
  return networkOf(reader, warn)
}

/** @param warn called for each new reason why the database is unavailable */
function networkOf(reader: Reader, warn: (message: string) => void = () => undefined): Network {
  let trouble = ''
  const failed = (error: unknown): never => {
    if (error instanceof Unavailable && error.message !== trouble) {
      trouble = error.message
      warn(trouble)
    }
    throw problemOf(error)
  }
  const ask = <Result>(asked: Asked<Result>, leastHeight = -1n, turns?: Turns) => {
    const there = (answered: Answered<Result>) => {
      trouble = ''
      return answered
    }
    try {
      const answered = reader.answer(head => readAt(head, leastHeight, asked), leastHeight, turns)
      return answered instanceof Promise ? answered.then(there, failed) : there(answered)
    } catch (error) {
      return failed(error)
    }
  }
  return {
    head: leastHeight => whenThere(ask(nothing, leastHeight), ({ head }) => headOf(head)),
    answer(operation, query, leastHeight, turns) {
      const answered = ask(readingOf(operation, query), leastHeight, turns)
      return whenThere(answered, ({ result, head }) => answerOf(result, head))
    },
    async probe() {
      const { head } = await ask(nothing)
      await reader.check()
      return { ...headOf(head), history: summaryOf(head) }
    },
    get connections() {
      return reader.connections
    },
    close: async () => reader.close(),
  }
}

// biome-ignore lint/correctness/useYield: the checkpoint, which comes with every reading, is all that is wanted
function* nothing(): Reading<undefined> {
  return undefined
}

/** A refusal has the block of its reading, since every response has one. */
function* readAt<Result>(head: Checkpoint, leastHeight: bigint, asked: Asked<Result>): Reading<Result> {
  try {
    if (head.height < leastHeight) throw blockNotReached(headOf(head), leastHeight)
    return yield* asked(head)
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

/** Returns the reading of a request. It checks short ids first: only records tell them from typos. */
export function readingOf(operation: Operation, query: Query) {
  const answering = answers[operation.operationId]
  if (!answering) throw new Error(`no code for operation ${operation.operationId}`)
  return (head: Checkpoint) => withKnownNames(operation, query, answering.read(query, head))
}

/** Requests share a checkpoint, so its head is formatted once. */
const heads = new WeakMap<Checkpoint, Head>()

function headOf(checkpoint: Checkpoint): Head {
  const known = heads.get(checkpoint)
  if (known) return known
  const head = { ...blockOf(checkpoint), state: stateOf(checkpoint) }
  heads.set(checkpoint, head)
  return head
}

/** Maximum length of a body that Node sends as text, in one piece with its head. Encoding a longer one twice costs more. */
const MAX_TEXT = 16 * 1024

function answerOf(text: string, checkpoint: Checkpoint): Answer {
  const body = text.length <= MAX_TEXT ? text : Buffer.from(text)
  return { body, block: headOf(checkpoint), etag: tagOf(body) }
}

/** Before the first block, height and time are 0, and there is no hash. */
export function blockOf({ chain, height, hashes, time, ...held }: Checkpoint): Block {
  const block = { height: String(height < 0n ? 0n : height), timestamp: String(time) }
  const hash = hashes.at(-1)
  const { firstBlock, partialSince, historySince } = summaryOf(held)
  return {
    ...block,
    ...(chain && { chainId: encodeURIComponent(chain) }),
    ...(hash && { hash: encodeURIComponent(hash) }),
    ...(partialSince && { firstBlock }),
    ...(historySince && { historySince }),
  }
}
