import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { blockNotReached, Problem } from '../responses/problem.ts'
import type { Answer, Head, Read } from '../responses/reply.ts'
import type { Turns } from '../store/reading/reading.ts'

/** The tag of a refusal that a later block may lift. That of a body is longer. */
export const ABSENT = 'absent'
/** The tag of a refusal since the database has not reached the block of the request. */
const NOT_REACHED = 'not reached'

/** The databases, as far as waiting requests need them. */
export interface WaitableNetwork {
  /** Returns the body of a 200 response and its block. Throws a Problem to refuse the request. */
  answer(operation: Operation, query: Query, leastHeight?: bigint, turns?: Turns): Answer | Promise<Answer>
  /** Returns the current block of the database, and the state of its rows. */
  head(leastHeight?: bigint): Head | Promise<Head>
}

/** Reads a response. A refusal that a later block may lift is one, too: 404, and 503 for a block that is not reached. */
export async function readResponse(
  network: WaitableNetwork,
  operation: Operation,
  query: Query,
  leastHeight: bigint | undefined,
  turns: Turns,
): Promise<Read> {
  try {
    return await network.answer(operation, query, leastHeight, turns)
  } catch (error) {
    if (!(error instanceof Problem && error.asOf)) throw error
    if (error.status === 503) return notReached(error.asOf, leastHeight)
    if (error.status !== 404) throw error
    return { etag: ABSENT, block: error.asOf, problem: error }
  }
}

/** Returns a response without its body. */
export function withoutBody({ etag, block, problem }: Read): Read {
  return { etag, block, ...(problem && { problem }) }
}

export function notReached(block: Head, leastHeight = 0n): Read {
  return { etag: NOT_REACHED, block, problem: blockNotReached(block, leastHeight) }
}

export function reaches({ height }: Head, leastHeight = 0n): boolean {
  return BigInt(height) >= leastHeight
}

/** Returns true if a block is the known one, or a later one. */
export function isAsNew(block: Head, known: Head): boolean {
  return block.state === known.state || BigInt(block.height) > BigInt(known.height)
}
