import { Overload } from '../overload/protect-service.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { unavailable } from '../responses/problem.ts'
import type { Read } from '../responses/reply.ts'
import { isAsNew, notReached, reaches, readResponse, type WaitableNetwork, withoutBody } from './reads.ts'
import { type Group, type Waiter, WaitingGroups } from './waiting-groups.ts'

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
export interface WaitingRequest extends Pick<Waiter, 'has' | 'leastHeight' | 'account'> {
  readonly operation: Operation
  readonly query: Query
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
  readonly groups: WaitingGroups
  #timer: NodeJS.Timeout | undefined

  constructor(network: WaitableNetwork, options: Partial<WaitingOptions> = {}) {
    const { maxWait, maxWaiting, overload = new Overload() } = { ...WAITING_DEFAULTS, ...options }
    this.#network = network
    this.maxWait = maxWait
    this.#maxWaiting = maxWaiting
    this.overload = overload
    this.groups = new WaitingGroups(network, overload.queue)
  }

  /**
   * Returns the response if its tag is another one, or as soon as it is and the block of the request is reached.
   *
   * @throws Problem for a request that is refused, and 503 if too many requests wait
   */
  async next(request: WaitingRequest): Promise<Read> {
    const { operation, query, has, leastHeight, account } = request
    const key = keyOf(operation, query)
    const known = this.groups.byKey.get(key)
    const { head } = this.groups
    if (known && head && isAsNew(known.read.block, head))
      if (has(known.read.etag) && reaches(known.read.block, leastHeight))
        return this.#wait(known, request, known.read)
    const read = await readResponse(
      this.#network,
      operation,
      query,
      leastHeight,
      this.overload.queue.turnsOf(account),
    )
    if (reaches(read.block, leastHeight) && !has(read.etag)) return read
    if (!this.isOpen) return withoutBody(read)
    return this.#wait(this.groups.of(key, operation, query, read), request, read)
  }

  end(): void {
    this.isOpen = false
    for (const group of this.groups.byKey.values())
      for (const waiter of group.waiters) waiter.settle(this.#unchanged(group, waiter))
  }

  /**
   * Waits for another response than the client has.
   *
   * @throws Problem 503 if too many requests wait, and no client holds more than this one
   */
  #wait(group: Group, request: WaitingRequest, read: Read): Promise<Read> {
    const { account, has, leastHeight, until, onGone } = request
    const { promise, resolve } = Promise.withResolvers<Read>()
    const end = () => settle(this.#unchanged(group, waiter))
    const settle: Waiter['settle'] = outcome => {
      if (!this.overload.accounts.unwait(account, end)) return
      clearTimeout(timer)
      this.groups.leave(group, waiter)
      resolve(outcome)
    }
    const waiter: Waiter = { account, has, leastHeight, settle, read: withoutBody(read) }
    // The group must not end with the oldest wait, which may give way.
    group.waiters.add(waiter)
    if (!this.overload.accounts.wait(account, end, this.#maxWaiting)) {
      this.groups.leave(group, waiter)
      throw unavailable(RETRY_AFTER_SECONDS)
    }
    const timer = setTimeout(end, Math.max(0, until - performance.now()))
    onGone(end)
    this.#timer ??= setTimeout(this.#look, LOOK_MS)
    this.groups.head ??= read.block
    this.groups.join(group, waiter)
    return promise
  }

  /** Returns the response of a client, at the last block at which it was certainly unchanged. */
  #unchanged({ read: last }: Group, { has, read, leastHeight }: Waiter): Read {
    const isNews = has(last.etag) && BigInt(last.block.height) >= BigInt(read.block.height)
    const known = isNews ? last : read
    if (reaches(known.block, leastHeight)) return known
    const { head } = this.groups
    return notReached(head && !reaches(head, leastHeight) ? head : known.block, leastHeight)
  }

  readonly #look = async (): Promise<void> => {
    try {
      const head = await this.#network.head()
      // An earlier block is that of a database in the place of the last one. Then any response may be another one.
      if (head.state !== this.groups.head?.state) this.groups.commit(head)
    } catch {
      // The database is unavailable for a moment.
    }
    this.groups.retry()
    const isNeeded = this.groups.byKey.size > 0
    this.#timer = isNeeded ? setTimeout(this.#look, LOOK_MS) : undefined
    if (!isNeeded) this.groups.head = undefined
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
