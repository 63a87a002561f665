import type { Account, Holding } from '../overload/account.ts'
import type { RequestQueue } from '../overload/request-queue.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import { reaches, readResponse, type WaitableNetwork, withoutBody } from './reads.ts'

/** Number of requests of a client that get a response together, before the event loop may continue with other requests. */
const WOKEN_TOGETHER = 20

export interface Waiter {
  /** Returns true if the client has the response with this tag. */
  has(etag: string): boolean
  /** The block that its response must have reached. */
  readonly leastHeight: bigint | undefined
  /** The response that the client has, at the last block that is read; or that its block is not reached. */
  read: Read
  /** Ends the wait: with the response, else as at its time-out. */
  settle(outcome?: Read | PromiseLike<never>): void
}

/** The waiting requests for one response, which share each read. It ends with the last of them. */
export interface Group {
  readonly operation: Operation
  readonly query: Query
  readonly waiters: Map<Account, Set<Waiter>>
  /** The clients that get a response at their next turn: that of the last read, and the requests that it is for. */
  readonly waking: Map<Account, { read: Read; waiters: readonly Waiter[] }>
  /** The last read, without its body. */
  read: Read
  /** True while it is to be read again. A commit may come during a read. */
  isStale: boolean
  /** True from its place in the queue until the end of the read. */
  isReading: boolean
}

export function waitersOf({ waiters }: Group): Waiter[] {
  return [...waiters.values()].flatMap(own => [...own])
}

/**
 * Reads responses again: in turn by client, and charged to one that waits for the response. Each client that waits is
 * told in a turn of its own, so none waits for another.
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
    const payer = [...group.waiters.keys()].reduce((one, other) => (other.level < one.level ? other : one))
    group.isReading = true
    const run = async (place: Holding) => {
      // Nothing is read for a client that has gone. Another one may pay for the response.
      if (group.waiters.has(payer)) {
        group.isStale = false
        if (!(await this.#readNow(group, head, payer, place))) group.isStale = true
      }
      place.end()
      group.isReading = false
    }
    this.#queue.start(payer, { run }, true)
  }

  /** Reads a response for the requests whose clients do not have it. Returns false if that fails for now. */
  async #readNow(group: Group, head: Head, payer: Account, place: Holding): Promise<boolean> {
    const { operation, query } = group
    const least = BigInt(head.height)
    try {
      const read = await readResponse(
        this.#network,
        operation,
        query,
        least,
        this.#queue.turnsOf(payer, place),
      )
      // The database is behind, and does not have the commit.
      if (!reaches(read.block, least)) return false
      this.counts[read.etag === group.read.etag ? 'unchanged' : 'changed'] += 1
      group.read = withoutBody(read)
      this.#wake(group, read)
    } catch (error) {
      // The database is busy or unavailable for a moment.
      if (error instanceof Problem && error.status === 503) return false
      for (const waiter of waitersOf(group)) waiter.settle(Promise.reject(error))
    }
    return true
  }

  #wake(group: Group, read: Read): void {
    for (const [account, own] of group.waiters) {
      const waiters: Waiter[] = []
      for (const waiter of own) {
        // A request that knows a later block than this read gets the next one.
        if (!reaches(read.block, waiter.leastHeight)) continue
        if (waiter.has(read.etag)) waiter.read = group.read
        else waiters.push(waiter)
      }
      const isWaking = group.waking.has(account)
      if (waiters.length > 0) group.waking.set(account, { read, waiters })
      else group.waking.delete(account)
      if (waiters.length > 0 && !isWaking) this.#tell(group, account)
    }
  }

  /** Gives the requests of one client their response at its turns. A later read may come between. */
  #tell(group: Group, account: Account): void {
    this.#queue.step(account, () => {
      const { read, waiters } = group.waking.get(account) ?? {}
      if (!read || !waiters) return
      for (const waiter of waiters.slice(0, WOKEN_TOGETHER)) waiter.settle(read)
      const others = waiters.slice(WOKEN_TOGETHER)
      if (others.length > 0) {
        group.waking.set(account, { read, waiters: others })
        this.#tell(group, account)
      } else group.waking.delete(account)
    })
  }
}
