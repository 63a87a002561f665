import { createRequire } from 'node:module'
import { answers } from '../operations/index.ts'
import type { Answering } from '../operations/operation.ts'
import { withKnownNames } from '../operations/short-names.ts'
import { loadOperations, type Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { blockNotReached, unavailable } from '../responses/problem.ts'
import type { Answer, Block, Head } from '../responses/reply.ts'
import { version } from '../responses/version.ts'
import { Unavailable } from '../store/database-error.ts'
import { ServedFile } from '../store/sqlite/served-file.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'

/** What a database is called among several: the first is the one that is written to. */
export function databaseName(index: number): string {
  return index === 0 ? 'primary' : `replica${index}`
}

/** The contract's operations, as this service answers them. */
export const operations: readonly Operation[] = loadOperations(
  createRequire(import.meta.url)('@trading-network/spec/openapi.json'),
)

/**
 * A database of a network, open for answering. Every answer is as of at least the height asked for; where the database
 * does not stand there yet, it is refused with a Problem (503).
 */
export interface Network {
  /** The block that the database stands at, and the tag of every answer as of it. */
  head(leastHeight?: bigint): Head | Promise<Head>
  /** The body of a 200 answer and the block it is as of; throws a Problem for what must be refused. */
  answer(operation: Operation, query: Query, leastHeight?: bigint): Answer | Promise<Answer>
  /** The head, after making sure that the database still is one that this version can answer from. */
  probe(): Head | Promise<Head>
  /** Each database behind it, asked now. */
  databases(): DatabaseState[] | Promise<DatabaseState[]>
  close(): void | Promise<void>
}

/** One database of a service. */
export interface DatabaseState {
  /** `primary`, or `replica1`, `replica2` ... in the order in which they were given. */
  readonly name: string
  /** The block that it stands at; absent when it does not answer. */
  readonly block?: Block
  /** What its pool of connections holds, and how many requests wait for one; absent without a pool. */
  readonly connections?: { readonly total: number; readonly idle: number; readonly waiting: number }
}

/** A network in a file, which answers at once. */
export interface LocalNetwork extends Network {
  head(leastHeight?: bigint): Head
  answer(operation: Operation, query: Query, leastHeight?: bigint): Answer
  probe(): Head
  databases(): DatabaseState[]
  close(): void
}

/** Seconds after which a client may come back when no database can be answered from. */
export const RETRY_AFTER_SECONDS = 1

/**
 * Opens an SQLite file for answering.
 *
 * @param warn told when the file goes away or is replaced by one that cannot be used
 */
export function openNetwork(path: string, warn?: (message: string) => void): LocalNetwork {
  const file = new ServedFile(path, warn)
  const reader = () => {
    try {
      return file.reader()
    } catch (error) {
      throw error instanceof Unavailable ? unavailable(RETRY_AFTER_SECONDS) : error
    }
  }
  const reached = (head: Checkpoint, leastHeight = -1n) => {
    if (head.height < leastHeight) throw blockNotReached(blockOf(head), leastHeight)
    return head
  }
  return {
    head: leastHeight => headOf(reached(reader().head(leastHeight), leastHeight)),
    answer(operation, query, leastHeight) {
      const answering = answeringOf(operation)
      const { result, head } = reader().answer(
        head => answering(query, reached(head, leastHeight)),
        leastHeight,
      )
      return answerOf(result, head)
    },
    probe() {
      const current = reader()
      current.requireReadable()
      return headOf(current.head())
    },
    databases() {
      try {
        return [{ name: databaseName(0), block: blockOf(reader().head()) }]
      } catch {
        return [{ name: databaseName(0) }]
      }
    },
    close: () => file.close(),
  }
}

/** What answers an operation, having made sure of the ids that only records can tell from mistyped ones. */
export function answeringOf(operation: Operation): Answering {
  const { operationId } = operation
  const answering = answers[operationId]
  if (!answering) throw new Error(`nothing answers ${operationId}`)
  return (query, head) => withKnownNames(operation, query, answering(query, head))
}

/** Of the checkpoint that requests share, so that it is put into words once. */
const heads = new WeakMap<Checkpoint, Head>()

export function headOf(checkpoint: Checkpoint): Head {
  const known = heads.get(checkpoint)
  if (known) return known
  const head = { ...blockOf(checkpoint), etag: etagOf(checkpoint) }
  heads.set(checkpoint, head)
  return head
}

export function answerOf(body: string, checkpoint: Checkpoint): Answer {
  const head = headOf(checkpoint)
  return { body, block: head, etag: head.etag }
}

/** Before the first block both are 0. */
export function blockOf({ height, time }: Checkpoint): Block {
  return { height: String(height < 0n ? 0n : height), timestamp: String(time) }
}

/**
 * Rows change only with the checkpoint, and no two runs of ingest have a checkpoint in common. The same rows may make
 * another response in another version.
 */
function etagOf({ run, height, events }: Checkpoint): string {
  return [version, run ?? 'empty', height, events].join('-')
}
