import type { Account, Holding } from '../overload/account.ts'
import type { RequestQueue } from '../overload/request-queue.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import type { Turns } from '../store/reading/reading.ts'
import { reaches, readResponse, type WaitableNetwork, withoutBody } from './reads.ts'

/** Number of requests of a client that get a response together, before the event loop may continue with other requests. */
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
  settle(outcome: Read | PromiseLike<never>): unknown
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

type Queue = Pick<RequestQueue, 'turn' | 'turnsOf' | 'read'>

/**
 * Reads responses again: in turn by client, and charged to one that waits for the response. Each client that waits is
 * told in a turn of its own, so none waits for another.
 */
export class Rereads {
  /** Reads after a commit, by their result. */
  readonly counts = { changed: 0, unchanged: 0 }
  readonly #network: WaitableNetwork
  readonly #queue: Queue

  constructor(network: WaitableNetwork, queue: Queue) {
    this.#network = network
    this.#queue = queue
  }

  /** Reads a response, unless its clients have used their share. What cannot be read now remains stale. */
  async read(group: Group, head: Head): Promise<void> {
    const payer = payerOf(group)
    if (payer.rereads - performance.now() > REREAD_AHEAD) return
    group.isReading = true
    const charged = (time: number) => {
      payer.rereads = Math.max(payer.rereads, performance.now()) + time / REREAD_SHARE
    }
    const reading = async (place: Holding) => {
      // Nothing is read for a client that has gone. Another one may pay for the response.
      if (!group.waiters.has(payer)) return
      group.isStale = false
      const turns = this.#queue.turnsOf(payer, place, charged)
      if (!(await this.#readNow(group, head, turns))) group.isStale = true
    }
    await this.#queue.read(payer, reading, charged)
    group.isReading = false
  }

  /** Reads a response for the requests whose clients do not have it. Returns false if that fails for now. */
  async #readNow(group: Group, head: Head, turns: Turns): Promise<boolean> {
    const { operation, query } = group
    const least = BigInt(head.height)
    try {
      const read = await readResponse(this.#network, operation, query, least, turns)
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
      if (waiters.length > 0 && !isWaking) void this.#tell(group, account)
    }
  }

  /** Gives the requests of one client their response. A later read may come between. */
  async #tell({ waking }: Group, account: Account): Promise<void> {
    let told = WOKEN_TOGETHER
    for (let next = waking.get(account); next; next = waking.get(account)) {
      if (told === WOKEN_TOGETHER) {
        await this.#queue.turn(account)
        told = 0
        continue
      }
      const {
        read,
        waiters: [waiter, ...others],
      } = next
      if (others.length > 0) waking.set(account, { read, waiters: others })
      else waking.delete(account)
      waiter?.settle(read)
      told += 1
    }
  }
}

/** Returns the client that comes first, of those that have not used their share: a dear one delays no others. */
function payerOf({ waiters }: Group): Account {
  const ahead = (account: Account) => Math.max(0, account.rereads - performance.now() - REREAD_AHEAD)
  return [...waiters.keys()].reduce((payer, account) =>
    (ahead(account) - ahead(payer) || account.used - payer.used) < 0 ? account : payer,
  )
}
