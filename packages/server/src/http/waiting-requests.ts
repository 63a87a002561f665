import { noneRefused, type Refused } from '../overload/refused.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read, TouchedRows } from '../responses/reply.ts'
import { Commits } from './commits.ts'
import { asOf, isAsNew, later, notReached, reaches, readResponse, type WaitableNetwork } from './reads.ts'
import { StaleGroups } from './stale-groups.ts'
import { type Group, type Waiter, WaitingGroups } from './waiting-groups.ts'
import { type Holder, WaitingPlaces } from './waiting-places.ts'

/** Number of clients that get a response together, before the event loop may continue with other requests. */
const WOKEN_TOGETHER = 20

export interface WaitingOptions {
  /** Maximum wait of a request, in seconds. */
  readonly maxWait: number
  /** Maximum number of waiting requests. */
  readonly maxWaiting: number
  /** Counts the refusals. */
  readonly refused?: Refused
}

export const WAITING_DEFAULTS: WaitingOptions = { maxWait: 50, maxWaiting: 10_000 }

/** A request for the next response with a tag that the client does not have. */
export interface WaitingRequest extends Pick<Waiter, 'has' | 'leastHeight'>, Holder {
  readonly url: string
  readonly operation: Operation
  /** Reads the parameters. */
  query(): Query
}

/**
 * Holds requests until their response changes. While some wait, it looks at the checkpoint, and reads again only the
 * responses whose rows a commit may have touched.
 */
export class WaitingRequests {
  readonly maxWait: number
  /** Reads after a commit, by their result. */
  readonly reads = { changed: 0, unchanged: 0 }
  readonly #network: WaitableNetwork
  readonly #places: WaitingPlaces
  readonly #groups = new WaitingGroups()
  readonly #stale = new StaleGroups(this.#groups.stale, group => this.#readAgain(group))
  /** The functions that end a wait for a block, with its height. */
  readonly #blockWaiters = new Map<(isReached: boolean) => void, bigint | undefined>()
  readonly #commits: Commits
  #hasEnded = false

  constructor(network: WaitableNetwork, options: Partial<WaitingOptions> = {}) {
    const { maxWait, maxWaiting, refused } = { ...WAITING_DEFAULTS, ...options }
    this.#network = network
    this.maxWait = maxWait
    this.#places = new WaitingPlaces(maxWaiting, refused ?? noneRefused())
    this.#commits = new Commits(network, this.#onLook, this.#afterLook)
  }

  /** The number of requests that wait. */
  get count(): number {
    return this.#places.count
  }

  /** False after {@link end}. Then no request may wait any more. */
  get isOpen(): boolean {
    return !this.#hasEnded
  }

  /**
   * Returns the response if its tag is another one, or as soon as it is. First waits for the block of the request.
   *
   * @throws Problem for a request that is refused, and 503 if too many requests wait
   */
  async next(request: WaitingRequest): Promise<Read> {
    const { url, operation, has, leastHeight } = request
    const known = this.#groups.of(url)
    const { head } = this.#commits
    if (head && known?.state === 'current' && has(known.read.etag) && reaches(head, leastHeight))
      return this.#changed(known, request, asOf(known.read, later(head, known.read.block)))
    const query = request.query()
    const { read, dependencies } = await readResponse(this.#network, operation, query, leastHeight)
    if (!reaches(read.block, leastHeight)) {
      if (!this.#hasEnded && (await this.#isReached(request, read.block))) return this.next(request)
      const last = this.#commits.head
      return notReached(last && !reaches(last, leastHeight) ? last : read.block, leastHeight)
    }
    if (!has(read.etag)) return read
    if (this.#hasEnded) return asOf(read, read.block)
    const group = { url, operation, query, dependencies, read: asOf(read) }
    const isStale = !isAsNew(read.block, this.#commits.follow(read.block))
    return this.#changed(this.#groups.of(url) ?? this.#groups.add(group, isStale), request, read)
  }

  /** Responds to all waiting requests. */
  end(): void {
    this.#hasEnded = true
    for (const settle of this.#blockWaiters.keys()) settle(false)
    for (const group of this.#groups.all) {
      for (const waiter of group.waiters) waiter.settle(this.#unchanged(group, waiter))
      this.#groups.remove(group)
    }
  }

  /** Waits for another response than the client has. */
  #changed(group: Group, request: WaitingRequest, read: Read): Promise<Read> {
    this.#commits.follow(read.block)
    const { outcome, settle } = this.#places.hold<Read>(
      request,
      () => this.#unchanged(group, waiter),
      () => this.#groups.leave(group, waiter),
    )
    const { has, leastHeight } = request
    const waiter: Waiter = { has, leastHeight, read: asOf(read), settle }
    this.#groups.join(group, waiter)
    return outcome
  }

  /** Waits for the block of a request. Returns false if it does not come in time. */
  #isReached(request: WaitingRequest, block: Head): Promise<boolean> {
    const left = () => this.#blockWaiters.delete(settle)
    const { outcome, settle } = this.#places.hold<boolean>(request, () => false, left)
    this.#blockWaiters.set(settle, request.leastHeight)
    this.#commits.follow(block)
    return outcome
  }

  /** Returns the response of a client, at the last block up to which it is certainly unchanged. */
  #unchanged({ state, read: last }: Group, { has, read }: Waiter): Read {
    const { head } = this.#commits
    const block = state === 'stale' || !head ? last.block : later(head, last.block)
    const isCertain = has(last.etag) && BigInt(block.height) >= BigInt(read.block.height)
    return isCertain ? asOf(last, block) : asOf(read)
  }

  readonly #onLook = ({ head, touched }: TouchedRows, since: Head): void => {
    for (const [settle, height] of this.#blockWaiters) if (reaches(head, height)) settle(true)
    if (head.state === since.state) return
    this.#groups.touch(touched, since)
    if (!reaches(head, BigInt(since.height))) this.#refuseBeyond(head)
  }

  /** Refuses the requests that know a block which the database has lost. */
  #refuseBeyond(head: Head): void {
    for (const { waiters } of this.#groups.all)
      for (const { leastHeight, settle } of waiters)
        if (!reaches(head, leastHeight)) settle(notReached(head, leastHeight))
  }

  readonly #afterLook = (): boolean => {
    void this.#stale.read()
    return this.count > 0 || this.#groups.size > 0
  }

  /** Reads a response again, and settles the requests whose clients do not have it. Returns false if that fails. */
  async #readAgain(group: Group): Promise<boolean> {
    if (group.waiters.size === 0) this.#groups.remove(group)
    if (group.state !== 'stale') return true
    const { head } = this.#commits
    try {
      const least = head && BigInt(head.height)
      const { read, dependencies } = await readResponse(this.#network, group.operation, group.query, least)
      // The database is behind, and does not have the commit.
      if (!reaches(read.block, least)) return false
      this.reads[read.etag === group.read.etag ? 'unchanged' : 'changed'] += 1
      this.#groups.renew(group, asOf(read), dependencies, !isAsNew(read.block, this.#commits.head))
      await this.#wake(group, read)
    } catch (error) {
      // The database is busy or unavailable for a moment.
      if (error instanceof Problem && error.status === 503) return false
      this.#groups.remove(group)
      for (const waiter of group.waiters) waiter.settle(Promise.reject(error))
    }
    return true
  }

  /** Sends a response to the clients that do not have it. */
  async #wake({ waiters }: Group, read: Read): Promise<void> {
    let woken = 0
    for (const waiter of [...waiters]) {
      // A request that knows a later block than this read gets the next one.
      if (waiter.has(read.etag) || !reaches(read.block, waiter.leastHeight)) continue
      waiter.settle(read)
      woken += 1
      if (woken % WOKEN_TOGETHER === 0) await this.#stale.pause()
    }
  }
}
