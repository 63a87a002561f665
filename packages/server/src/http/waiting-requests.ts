import { Overload } from '../overload/protect-service.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { unavailable } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import type { Turns } from '../store/reading/reading.ts'
import { isAsNew, notReached, reaches, readResponse, type WaitableNetwork, withoutBody } from './reads.ts'
import { type Group, Rereads, type Waiter } from './rereads.ts'

/** Interval between looks at the checkpoint; milliseconds. */
const LOOK_MS = 20
/** Seconds until a client may retry if too many requests wait. */
const RETRY_AFTER_SECONDS = 2

export interface WaitingOptions {
  /** Maximum wait of a request, in seconds. */
  readonly maxWait: number
  readonly maxWaiting: number
  /** The accounts of the clients, and the queue. The service that gets these requests uses the same. */
  readonly overload: Overload
}

export const WAITING_DEFAULTS = { maxWait: 50, maxWaiting: 10_000 }

/** A request for the next response with a tag that the client does not have. */
export interface WaitingRequest extends Pick<Waiter, 'account' | 'has' | 'leastHeight'> {
  readonly operation: Operation
  readonly query: Query
  /** The turns of its first read. */
  readonly turns?: Turns
  /** End of the wait, on the clock of `performance.now()`. */
  readonly until: number
  /** Calls back when the client has disconnected. */
  onGone(forget: () => void): void
}

/** Holds requests until their response changes. While some wait, it looks at the checkpoint for commits. */
export class WaitingRequests {
  readonly maxWait: number
  /** False after {@link end}. Then no request may wait any more. */
  isOpen = true
  readonly #network: WaitableNetwork
  readonly #maxWaiting: number
  readonly overload: Overload
  readonly rereads: Rereads
  readonly #groups = new Map<string, Group>()
  /** The last known block; undefined while nobody waits. */
  #head: Head | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(network: WaitableNetwork, options: Partial<WaitingOptions> = {}) {
    const { maxWait, maxWaiting, overload = new Overload() } = { ...WAITING_DEFAULTS, ...options }
    this.#network = network
    this.maxWait = maxWait
    this.#maxWaiting = maxWaiting
    this.overload = overload
    this.rereads = new Rereads(network, overload.queue)
  }

  /**
   * Returns the response if its tag is another one, or as soon as it is and the block of the request is reached.
   *
   * @throws Problem for a request that is refused, and 503 if too many requests wait
   */
  async next(request: WaitingRequest): Promise<Read> {
    const { operation, query, has, leastHeight, account } = request
    const { turns = this.overload.queue.turnsOf(account) } = request
    const key = keyOf(operation, query)
    const known = this.#groups.get(key)?.read
    if (known && this.#isCurrent(known) && has(known.etag) && reaches(known.block, leastHeight))
      return this.#wait(key, request, known)
    const read = await readResponse(this.#network, operation, query, leastHeight, turns)
    if (reaches(read.block, leastHeight) && !has(read.etag)) return read
    if (!this.isOpen) return withoutBody(read)
    return this.#wait(key, request, withoutBody(read))
  }

  end(): void {
    this.isOpen = false
    for (const group of this.#groups.values()) for (const waiter of group.waiters) waiter.settle()
  }

  /**
   * Waits for another response than the client has.
   *
   * @throws Problem 503 if too many requests wait, and no client holds more than this one
   */
  #wait(key: string, request: WaitingRequest, read: Read): Promise<Read> {
    const { operation, query, account, has, leastHeight, until, onGone } = request
    const { promise, resolve } = Promise.withResolvers<Read>()
    let outcome: Read | PromiseLike<never> | undefined
    const leave = () => {
      clearTimeout(timer)
      group.waiters.delete(waiter)
      if (group.waiters.size === 0) this.#groups.delete(key)
      resolve(outcome ?? this.#unchanged(waiter))
    }
    // The oldest wait may give way, and its group may end with it.
    const holding = this.overload.accounts.hold(account, 'waiting', leave, this.#maxWaiting)
    if (!holding) throw unavailable(RETRY_AFTER_SECONDS)
    const settle: Waiter['settle'] = result => {
      outcome ??= result
      holding.end()
    }
    const end = () => holding.end()
    const waiter: Waiter = { account, has, leastHeight, settle, read }
    const group: Group = this.#groups.get(key) ?? {
      operation,
      query,
      waiters: new Set(),
      read,
      isStale: false,
      isReading: false,
    }
    this.#groups.set(key, group)
    group.waiters.add(waiter)
    const timer = setTimeout(end, Math.max(0, until - performance.now()))
    onGone(end)
    this.#timer ??= setTimeout(this.#look, LOOK_MS)
    this.#head ??= read.block
    // The read of this request was older or newer than that of the group, or than the known block.
    if (reaches(this.#head, leastHeight) && !(this.#isCurrent(group.read) && has(group.read.etag)))
      group.isStale = true
    return promise
  }

  #isCurrent({ block }: Read): boolean {
    return this.#head !== undefined && isAsNew(block, this.#head)
  }

  /** Returns the response of a client, at the last block at which it was certainly unchanged. */
  #unchanged({ read, leastHeight }: Waiter): Read {
    if (reaches(read.block, leastHeight)) return read
    const head = this.#head
    return notReached(head && !reaches(head, leastHeight) ? head : read.block, leastHeight)
  }

  readonly #look = async (): Promise<void> => {
    try {
      const head = await this.#network.head()
      // An earlier block is that of a database in the place of the last one. Then any response may be another one.
      if (head.state !== this.#head?.state) this.#commit(head)
    } catch {
      // The database is unavailable for a moment.
    }
    const head = this.#head
    for (const group of this.#groups.values())
      if (head && group.isStale && !group.isReading) this.rereads.read(group, head)
    const isNeeded = this.#groups.size > 0
    this.#timer = isNeeded ? setTimeout(this.#look, LOOK_MS) : undefined
    if (!isNeeded) this.#head = undefined
  }

  /** Has all responses read again, except those whose requests all wait for a later block. */
  #commit(head: Head): void {
    this.#head = head
    for (const group of this.#groups.values())
      if ([...group.waiters].some(({ leastHeight }) => reaches(head, leastHeight))) group.isStale = true
  }
}

/** Names what a request asks for. Other spellings of a URL, and another order of its parameters, make no difference. */
function keyOf({ operationId }: Operation, query: Query): string {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...new Set(value)].sort() : value,
  ])
  return JSON.stringify([operationId, ...entries.sort()])
}
