import type { Account, Holding } from '../overload/account.ts'
import type { RequestQueue } from '../overload/request-queue.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import type { Turns } from '../store/reading/reading.ts'
import { reaches, readResponse, type WaitableNetwork, withoutBody } from './reads.ts'

export interface Waiter {
  readonly account: Account
  /** Returns true if the client has the response with this tag. */
  has(etag: string): boolean
  /** The block that its response must have reached. */
  readonly leastHeight: bigint | undefined
  /** The response that the client has, at the last block that is read; or that its block is not reached. */
  read: Read
  /** The response that it gets at the next turn of its client. */
  next?: Read | undefined
  /** Ends the wait: with the response, else as at its time-out. */
  settle(outcome?: Read | PromiseLike<never>): void
}

/** The waiting requests for one response, which share each read. It ends with the last of them. */
export interface Group {
  readonly operation: Operation
  readonly query: Query
  readonly waiters: Set<Waiter>
  /** The last read, without its body. */
  read: Read
  /** True while it is to be read again. A commit may come during a read. */
  isStale: boolean
  /** True from its place in the queue until the end of the read. */
  isReading: boolean
}

/**
 * Reads responses again: in turn by client, and charged to one that waits for the response. Each client that waits is
 * told in turns of its own, so none waits for another.
 */
export class Rereads {
  /** Reads after a commit, by their result. */
  readonly counts = { changed: 0, unchanged: 0 }
  readonly #network: WaitableNetwork
  readonly #queue: RequestQueue

  constructor(network: WaitableNetwork, queue: RequestQueue) {
    this.#network = network
    this.#queue = queue
  }

  /** Reads a response at the turn of the client that has used least. What cannot be read now remains stale. */
  read(group: Group, head: Head): void {
    const payer = [...group.waiters].reduce((one, other) =>
      other.account.level < one.account.level ? other : one,
    )
    group.isReading = true
    const run = async (place: Holding) => {
      // Nothing is read for a client that has gone. Another one may pay for the response.
      if (group.waiters.has(payer)) {
        const turns = this.#queue.turnsOf(payer.account, place)
        group.isStale = false
        if (!(await this.#readNow(group, head, turns))) group.isStale = true
      }
      place.end()
      group.isReading = false
    }
    this.#queue.start(payer.account, { run }, true)
  }

  /** Reads a response for the requests whose clients do not have it. Returns false if that fails for now. */
  async #readNow(group: Group, head: Head, turns: Turns): Promise<boolean> {
    const { operation, query, waiters } = group
    const least = BigInt(head.height)
    try {
      const read = await readResponse(this.#network, operation, query, least, turns)
      // The database is behind, and does not have the commit.
      if (!reaches(read.block, least)) return false
      this.counts[read.etag === group.read.etag ? 'unchanged' : 'changed'] += 1
      group.read = withoutBody(read)
      for (const waiter of waiters) this.#tell(group, waiter, read)
    } catch (error) {
      // The database is busy or unavailable for a moment.
      if (error instanceof Problem && error.status === 503) return false
      for (const waiter of waiters) waiter.settle(Promise.reject(error))
    }
    return true
  }

  /** Gives a request its response at the next turn of its client. A later read may come before. */
  #tell(group: Group, waiter: Waiter, read: Read): void {
    // A request that knows a later block than this read gets the next one.
    if (!reaches(read.block, waiter.leastHeight)) return
    const isTold = waiter.next !== undefined
    const isNew = !waiter.has(read.etag)
    waiter.next = isNew ? read : undefined
    if (!isNew) waiter.read = group.read
    else if (!isTold) this.#queue.step(waiter.account, () => waiter.next && waiter.settle(waiter.next))
  }
}
