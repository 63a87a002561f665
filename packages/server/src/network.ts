import { createRequire } from 'node:module'
import { loadOperations, type Operation } from './contract.ts'
import { answers } from './operations/index.ts'
import type { Query } from './parameters.ts'
import type { Answer, Block, Head } from './replies.ts'
import type { Checkpoint } from './store/checkpoint.ts'
import { readDatabase } from './store/database-file.ts'
import { SqliteReader } from './store/sqlite-reader.ts'

/** The contract's operations, as this service answers them. */
export const operations: readonly Operation[] = loadOperations(
  createRequire(import.meta.url)('@trading-network/spec/openapi.json'),
)

/** A database of a network, open for answering. */
export interface Network {
  /** The block that the database stands at, and the tag of every answer as of it. */
  head(): Head
  /** The body of a 200 answer and the block it is as of; throws a Problem for what must be refused. */
  answer(operation: Operation, query: Query): Answer
  close(): void
}

/** Opens a database for answering. */
export function openNetwork(path: string): Network {
  const reader = new SqliteReader(readDatabase(path))
  return {
    head() {
      const head = reader.head()
      return { ...blockOf(head), etag: etagOf(head) }
    },
    answer(operation, query) {
      const answering = answers[operation.operationId]
      if (!answering) throw new Error(`nothing answers ${operation.operationId}`)
      const { result, head } = reader.answer(head => answering(query, head))
      return { body: result, block: blockOf(head), etag: etagOf(head) }
    },
    close: () => reader.close(),
  }
}

/** Before the first block both are 0. */
function blockOf({ height, time }: Checkpoint): Block {
  return { height: String(height < 0n ? 0n : height), timestamp: String(time) }
}

/** The read models change with the checkpoint only, so it names the version of every answer. */
function etagOf({ events, hashes }: Checkpoint): string {
  return `${events}-${hashes.at(-1)?.slice(0, 16) ?? 'empty'}`
}
