import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { blockNotReached, Problem } from '../responses/problem.ts'
import type { Answer, Head, Read, TouchedRows } from '../responses/reply.ts'
import { Dependencies, type Dependency } from '../store/reading/dependencies.ts'

/** The tag of a refusal that a later block may lift. That of a body is longer. */
export const ABSENT = 'absent'

/** The databases, as far as waiting requests need them. */
export interface WaitableNetwork {
  /**
   * Returns the body of a 200 response and its block. Throws a Problem to refuse the request.
   *
   * @param dependencies notes the rows that the response depends on
   */
  answer(
    operation: Operation,
    query: Query,
    leastHeight?: bigint,
    dependencies?: Dependencies,
  ): Answer | Promise<Answer>
  changes(since: Head, leastHeight?: bigint): TouchedRows | Promise<TouchedRows>
}

/**
 * Reads a response, and the rows that it depends on. A refusal that a later block may lift is a response, too: 404, and
 * 503 for a block that the database has not reached.
 */
export async function readResponse(
  network: WaitableNetwork,
  operation: Operation,
  query: Query,
  leastHeight: bigint | undefined,
): Promise<{ readonly read: Read; readonly dependencies: readonly Dependency[] }> {
  const noted = new Dependencies()
  try {
    const read = await network.answer(operation, query, leastHeight, noted)
    return { read, dependencies: [...noted.all] }
  } catch (error) {
    if (!(error instanceof Problem && error.asOf)) throw error
    if (error.status !== 404 && error.status !== 503) throw error
    return { read: { etag: ABSENT, block: error.asOf, problem: error }, dependencies: [...noted.all] }
  }
}

/** Returns a response without its body, as of a block. */
export function asOf({ etag, block: last, problem }: Read, block = last): Read {
  return { etag, block, ...(problem && { problem: problem.at(block) }) }
}

export function notReached(block: Head, leastHeight = 0n): Read {
  return { etag: ABSENT, block, problem: blockNotReached(block, leastHeight) }
}

export function reaches({ height }: Head, leastHeight = 0n): boolean {
  return BigInt(height) >= leastHeight
}

export function later(one: Head, other: Head): Head {
  return BigInt(one.height) < BigInt(other.height) ? other : one
}

/** Returns true if a block is the known one, or a later one whose commits are still to come. */
export function isAsNew(block: Head, known: Head | undefined): boolean {
  return !known || block.state === known.state || BigInt(block.height) > BigInt(known.height)
}
