import type { Account } from '../overload/account.ts'
import type { RequestQueue } from '../overload/request-queue.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import { reaches, readResponse, type WaitableNetwork, withoutBody } from './reads.ts'

/** Maximum number of concurrent reads, for a database behind a socket. */
const READS = 16
/** Number of clients that get a response together, before the event loop may continue with other requests. */
const WOKEN_TOGETHER = 20
/** Maximum share of the time of the event loop for the reads of one client's waiting requests. */
const REREAD_SHARE = 0.3
/** Time for which a client may be ahead of that share; milliseconds. */
const REREAD_AHEAD = 1_000

export interface Waiter {
  readonly account: Account
  /** Returns true if the client has the response with this tag. */
  has(etag: string): boolean
  /** The block that its response must have reached. */
  readonly leastHeight: bigint | undefined
  /** The response that the client has, at the last block that is read; or that its block is not reached. */
  read: Read
  settle(outcome: Read | PromiseLike<never>): void
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
  /** True from its place in the queue until the requests of a read have their response. */
  isReading: boolean
}

/** Reads responses again: in turn by client, and charged to one that waits for the response. */
export class Rereads {
  /** Reads after a commit, by their result. */
  readonly counts = { changed: 0, unchanged: 0 }
  readonly #network: WaitableNetwork
  readonly #queue: Pick<RequestQueue, 'turn' | 'turnsOf'>
  #reading = 0
  readonly #slots: (() => void)[] = []

  constructor(network: WaitableNetwork, queue: Pick<RequestQueue, 'turn' | 'turnsOf'>) {
    this.#network = network
    this.#queue = queue
  }

  /** Reads a response, unless its clients have used their share. What cannot be read now remains stale. */
  async read(group: Group, head: Head): Promise<void> {
    group.isReading = true
    const payer = payerOf(group)
    await this.#queue.turn(payer)
    while (this.#reading >= READS) await new Promise<void>(resolve => void this.#slots.push(resolve))
    if (group.waiters.size > 0 && payer.rereads - performance.now() <= REREAD_AHEAD) {
      this.#reading += 1
      group.isStale = false
      if (!(await this.#readNow(group, head, payer))) group.isStale = true
      this.#reading -= 1
      this.#slots.shift()?.()
    }
    group.isReading = false
  }

  /** Reads a response, and settles the requests whose clients do not have it. Returns false if that fails for now. */
  async #readNow(group: Group, head: Head, payer: Account): Promise<boolean> {
    const { operation, query, waiters } = group
    const least = BigInt(head.height)
    try {
      const started = performance.now()
      // SQLite has read when this returns. A database behind a socket takes its own time.
      const reading = readResponse(this.#network, operation, query, least, this.#queue.turnsOf(payer))
      payer.rereads = Math.max(payer.rereads, started) + (performance.now() - started) / REREAD_SHARE
      const read = await reading
      // The database is behind, and does not have the commit.
      if (!reaches(read.block, least)) return false
      this.counts[read.etag === group.read.etag ? 'unchanged' : 'changed'] += 1
      group.read = withoutBody(read)
      await this.#wake(group, read)
    } catch (error) {
      // The database is busy or unavailable for a moment.
      if (error instanceof Problem && error.status === 503) return false
      for (const waiter of [...waiters]) waiter.settle(Promise.reject(error))
    }
    return true
  }

  async #wake(group: Group, read: Read): Promise<void> {
    let woken = 0
    for (const waiter of [...group.waiters]) {
      // A request that knows a later block than this read gets the next one.
      if (!reaches(read.block, waiter.leastHeight)) continue
      if (waiter.has(read.etag)) {
        waiter.read = group.read
        continue
      }
      waiter.settle(read)
      woken += 1
      if (woken % WOKEN_TOGETHER === 0) await this.#queue.turn(waiter.account)
    }
  }
}

/** Returns the client that has used least of its share, so that a dear one does not delay the others of the group. */
function payerOf({ waiters }: Group): Account {
  const accounts = [...waiters].map(({ account }) => account)
  return accounts.reduce((payer, account) => (account.rereads < payer.rereads ? account : payer))
}
