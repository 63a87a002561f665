import { createRequire } from 'node:module'
import type { WaitableNetwork } from '../http/reads.ts'
import { answers } from '../operations/index.ts'
import type { ReadAt } from '../operations/operation.ts'
import { withKnownNames } from '../operations/short-names.ts'
import { loadOperations, type Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { tables } from '../projections/index.ts'
import { type Block, blockNotReached, Problem, unavailable } from '../responses/problem.ts'
import { type Answer, type Head, tagOf } from '../responses/reply.ts'
import { Unavailable } from '../store/database-error.ts'
import type { Reading, Turns } from '../store/reading/reading.ts'
import type { SqliteReader } from '../store/sqlite/reader.ts'
import { ServedFile } from '../store/sqlite/served-file.ts'
import { type Checkpoint, stateOf } from '../store/tables/checkpoint.ts'
import { type HistorySummary, summaryOf } from '../store/tables/history.ts'

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
  database(): DatabaseState | Promise<DatabaseState>
  close(): void | Promise<void>
}

/** The current block of a database, and the part of the network's history that it has. */
export interface Probed extends Head {
  readonly history?: HistorySummary
}

export interface DatabaseState {
  /** Its current block; absent while it is unavailable. */
  readonly block?: Probed
  /** The size of its connection pool, and the number of waiting requests; absent without a pool. */
  readonly connections?: { readonly total: number; readonly idle: number; readonly waiting: number }
}

/** Seconds until a client may retry when no database is available. */
export const RETRY_AFTER_SECONDS = 1

/**
 * Opens an SQLite file for reading. It responds synchronously.
 *
 * @param warn called when the file is removed or replaced by an unusable one
 */
export function openNetwork(path: string, warn?: (message: string) => void) {
  const file = new ServedFile(path, tables, warn)
  const refuse = (error: unknown) => {
    throw error instanceof Unavailable ? unavailable(RETRY_AFTER_SECONDS) : error
  }
  const reader = () => {
    try {
      return file.reader()
    } catch (error) {
      return refuse(error)
    }
  }
  const ask = <Result>(read: (reader: SqliteReader) => Result): Result => {
    const current = reader()
    try {
      return read(current)
    } catch (error) {
      // The same snapshot, since it is the same turn of the event loop.
      if (error instanceof Problem) error.asOf ??= headOf(current.head())
      throw error
    }
  }
  return {
    head: (leastHeight = -1n) => ask(current => headOf(reached(current.head(leastHeight), leastHeight))),
    answer(operation: Operation, query: Query, leastHeight = -1n, turns?: Turns) {
      const reading = readingOf(operation, query)
      const asked = ask(current =>
        current.answer(head => reading(reached(head, leastHeight)), leastHeight, turns),
      )
      if (!(asked instanceof Promise)) return answerOf(asked.result, asked.head)
      return asked.then(({ result, head }) => answerOf(result, head), refuse)
    },
    probe() {
      const current = reader()
      current.requireReadable()
      return probedOf(current.head())
    },
    database(): DatabaseState {
      try {
        return { block: probedOf(reader().head()) }
      } catch {
        return {}
      }
    },
    close: () => file.close(),
  } satisfies Network
}

// biome-ignore lint/correctness/useYield: the checkpoint, which comes with every reading, is all that is wanted
export function* nothing(): Reading<undefined> {
  return undefined
}

/** @throws Problem 503 if the database has not reached the requested block */
export function reached(head: Checkpoint, leastHeight: bigint): Checkpoint {
  if (head.height < leastHeight) throw blockNotReached(headOf(head), leastHeight)
  return head
}

/** Returns the reading of a request. It checks short ids first: only records tell them from typos. */
export function readingOf(operation: Operation, query: Query) {
  const answering = answers[operation.operationId]
  if (!answering) throw new Error(`no code for operation ${operation.operationId}`)
  return (head: ReadAt) => withKnownNames(operation, query, answering(query, head))
}

/** Requests share a checkpoint, so its head is formatted once. */
const heads = new WeakMap<Checkpoint, Head>()

export function headOf(checkpoint: Checkpoint): Head {
  const known = heads.get(checkpoint)
  if (known) return known
  const head = { ...blockOf(checkpoint), state: stateOf(checkpoint) }
  heads.set(checkpoint, head)
  return head
}

export function probedOf(checkpoint: Checkpoint): Probed {
  return { ...headOf(checkpoint), history: summaryOf(checkpoint) }
}

/** Maximum length of a body that Node sends as text, in one piece with its head. Encoding a longer one twice costs more. */
const MAX_TEXT = 16 * 1024

export function answerOf(text: string, checkpoint: Checkpoint): Answer {
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
    ...(partialSince && firstBlock && { firstBlock }),
    ...(historySince && { historySince }),
  }
}
