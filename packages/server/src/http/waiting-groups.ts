import type { Account } from '../overload/account.ts'
import type { RequestQueue } from '../overload/request-queue.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import { isAsNew, reaches, readResponse, type WaitableNetwork, withoutBody } from './reads.ts'

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
  /** The response that the client has, or that its block is not reached. */
  readonly read: Read
  settle(outcome: Read | PromiseLike<never>): void
}

/** The waiting requests for one response, which share each read. It ends with the last of them. */
export interface Group {
  readonly key: string
  readonly operation: Operation
  readonly query: Query
  readonly waiters: Set<Waiter>
  /** The last read, without its body. */
  read: Read
  /** True while it is to be read again, or is being read. */
  isStale: boolean
}

/** Reads responses again after each commit: in turn by client, and charged to one that waits for the response. */
export class WaitingGroups {
  /** Reads after a commit, by their result. */
  readonly reads = { changed: 0, unchanged: 0 }
  readonly #network: WaitableNetwork
  readonly #queue: Pick<RequestQueue, 'turn' | 'turnsOf'>
  readonly byKey = new Map<string, Group>()
  /** Groups that are to be read, and could not be. */
  readonly #postponed = new Set<Group>()
  /** The last known block; undefined while nobody waits. */
  head: Head | undefined
  #reading = 0
  readonly #slots: (() => void)[] = []

  constructor(network: WaitableNetwork, queue: Pick<RequestQueue, 'turn' | 'turnsOf'>) {
    this.#network = network
    this.#queue = queue
  }

  /** Returns the group of a request that is going to wait, with the read of that request if the group is new. */
  of(key: string, operation: Operation, query: Query, read: Read): Group {
    const known = this.byKey.get(key)
    if (known) return known
    const group = {
      key,
      operation,
      query,
      waiters: new Set<Waiter>(),
      read: withoutBody(read),
      isStale: false,
    }
    this.byKey.set(key, group)
    return group
  }

  join(group: Group, waiter: Waiter): void {
    group.waiters.add(waiter)
    const { head } = this
    // The read of this request was older or newer than that of the group, or than the known block.
    if (head && reaches(head, waiter.leastHeight))
      if (!isAsNew(group.read.block, head) || !waiter.has(group.read.etag)) this.#readLater(group)
  }

  leave(group: Group, waiter: Waiter): void {
    group.waiters.delete(waiter)
    if (group.waiters.size > 0) return
    this.byKey.delete(group.key)
    this.#postponed.delete(group)
  }

  /** Reads all responses again after a commit, except those that all wait for a later block. */
  commit(head: Head): void {
    this.head = head
    for (const group of this.byKey.values()) {
      for (const { leastHeight } of group.waiters) {
        if (!reaches(head, leastHeight)) continue
        this.#readLater(group)
        break
      }
    }
  }

  /** Tries the reads again that could not be done. */
  retry(): void {
    const groups = [...this.#postponed]
    this.#postponed.clear()
    for (const group of groups) void this.#readInTurn(group)
  }

  #readLater(group: Group): void {
    if (group.isStale) return
    group.isStale = true
    void this.#readInTurn(group)
  }

  async #readInTurn(group: Group): Promise<void> {
    const payer = payerOf(group)
    // Nobody needs a read of a group without waiting requests.
    if (!payer) return
    await this.#queue.turn(payer)
    while (this.#reading >= READS) await new Promise<void>(resolve => void this.#slots.push(resolve))
    if (payer.rereads - performance.now() > REREAD_AHEAD) return void this.#postponed.add(group)
    this.#reading += 1
    const isRead = await this.#read(group, payer)
    this.#reading -= 1
    this.#slots.shift()?.()
    if (!isRead) this.#postponed.add(group)
  }

  /** Reads a response, and settles the requests whose clients do not have it. Returns false if that fails for now. */
  async #read(group: Group, payer: Account): Promise<boolean> {
    const { operation, query, waiters } = group
    if (waiters.size === 0) return true
    const least = this.head && BigInt(this.head.height)
    try {
      const started = performance.now()
      // SQLite has read when this returns. A database behind a socket takes its own time.
      const reading = readResponse(this.#network, operation, query, least, this.#queue.turnsOf(payer))
      payer.rereads = Math.max(payer.rereads, started) + (performance.now() - started) / REREAD_SHARE
      const read = await reading
      // The database is behind, and does not have the commit.
      if (!reaches(read.block, least)) return false
      this.reads[read.etag === group.read.etag ? 'unchanged' : 'changed'] += 1
      group.read = withoutBody(read)
      group.isStale = false
      // Another commit may have come during the read.
      if (this.head && !isAsNew(read.block, this.head)) this.#readLater(group)
      await this.#wake(group, read)
    } catch (error) {
      // The database is busy or unavailable for a moment.
      if (error instanceof Problem && error.status === 503) return false
      for (const waiter of [...waiters]) waiter.settle(Promise.reject(error))
    }
    return true
  }

  async #wake({ waiters }: Group, read: Read): Promise<void> {
    let woken = 0
    for (const { account, has, leastHeight, settle } of [...waiters]) {
      // A request that knows a later block than this read gets the next one.
      if (has(read.etag) || !reaches(read.block, leastHeight)) continue
      settle(read)
      woken += 1
      if (woken % WOKEN_TOGETHER === 0) await this.#queue.turn(account)
    }
  }
}

/** Returns the client that has used least of its share, so that a dear one does not delay the others of the group. */
function payerOf({ waiters }: Group): Account | undefined {
  let payer: Account | undefined
  for (const { account } of waiters) if (!payer || account.rereads < payer.rereads) payer = account
  return payer
}
