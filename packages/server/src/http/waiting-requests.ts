import { noneRefused, type Refused } from '../overload/refused.ts'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import { asOf, later, notReached, reaches, readResponse, type WaitableNetwork } from './reads.ts'
import { type Group, type Waiter, WaitingGroups } from './waiting-groups.ts'
import { type Holder, WaitingPlaces } from './waiting-places.ts'

/** Interval between looks at the checkpoint; milliseconds. */
const LOOK_MS = 20
/** Time after which a database that is behind the known block counts as another one; milliseconds. */
const BEHIND_MS = 3_000

export interface WaitingOptions {
  /** Maximum wait of a request, in seconds. */
  readonly maxWait: number
  readonly maxWaiting: number
  readonly refused?: Refused
}

export const WAITING_DEFAULTS: WaitingOptions = { maxWait: 50, maxWaiting: 10_000 }

/** A request for the next response with a tag that the client does not have. */
export interface WaitingRequest extends Pick<Waiter, 'has' | 'leastHeight'>, Holder {
  readonly url: string
  readonly operation: Operation
  query(): Query
}

/**
 * Holds requests until their response changes. While some wait, it looks at the checkpoint, and reads again only the
 * responses whose rows a commit may have touched.
 */
export class WaitingRequests {
  readonly maxWait: number
  /** False after {@link end}. Then no request may wait any more. */
  isOpen = true
  readonly #network: WaitableNetwork
  readonly #places: WaitingPlaces
  readonly #groups: WaitingGroups
  /** The functions that end a wait for a block, with its height. */
  readonly #blockWaiters = new Map<(isReached: boolean) => void, bigint | undefined>()
  /** The block up to which the commits are known; undefined while there are no looks. */
  #head: Head | undefined
  #timer: NodeJS.Timeout | undefined
  /** Time since which the database is behind that block. */
  #behindSince: number | undefined

  constructor(network: WaitableNetwork, options: Partial<WaitingOptions> = {}) {
    const { maxWait, maxWaiting, refused } = { ...WAITING_DEFAULTS, ...options }
    this.#network = network
    this.maxWait = maxWait
    this.#places = new WaitingPlaces(maxWaiting, refused ?? noneRefused())
    this.#groups = new WaitingGroups(network, () => this.#head)
  }

  get count(): number {
    return this.#places.count
  }

  get reads(): WaitingGroups['reads'] {
    return this.#groups.reads
  }

  /**
   * Returns the response if its tag is another one, or as soon as it is. First waits for the block of the request.
   *
   * @throws Problem for a request that is refused, and 503 if too many requests wait
   */
  async next(request: WaitingRequest): Promise<Read> {
    const { url, operation, has, leastHeight } = request
    const known = this.#groups.byUrl.get(url)
    const head = this.#head
    if (head && known?.state === 'current' && has(known.read.etag) && reaches(head, leastHeight))
      return this.#changed(known, request, asOf(known.read, later(head, known.read.block)))
    const query = request.query()
    const { read, dependencies } = await readResponse(this.#network, operation, query, leastHeight)
    if (!reaches(read.block, leastHeight)) {
      if (this.isOpen && (await this.#isReached(request, read.block))) return this.next(request)
      const last = this.#head
      return notReached(last && !reaches(last, leastHeight) ? last : read.block, leastHeight)
    }
    if (!has(read.etag)) return read
    if (!this.isOpen) return asOf(read)
    this.#follow(read.block)
    const group = this.#groups.byUrl.get(url)
    const added = { url, operation, query, dependencies, read: asOf(read) }
    return this.#changed(group ?? this.#groups.add(added), request, read)
  }

  end(): void {
    this.isOpen = false
    for (const settle of this.#blockWaiters.keys()) settle(false)
    for (const group of this.#groups.byUrl.values()) {
      for (const waiter of group.waiters) waiter.settle(this.#unchanged(group, waiter))
      this.#groups.remove(group)
    }
  }

  /** Waits for another response than the client has. */
  #changed(group: Group, request: WaitingRequest, read: Read): Promise<Read> {
    this.#follow(read.block)
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
    this.#follow(block)
    return outcome
  }

  /** Returns the response of a client, at the last block up to which it is certainly unchanged. */
  #unchanged({ state, read: last }: Group, { has, read }: Waiter): Read {
    const block = state === 'stale' || !this.#head ? last.block : later(this.#head, last.block)
    const isCertain = has(last.etag) && BigInt(block.height) >= BigInt(read.block.height)
    return isCertain ? asOf(last, block) : asOf(read)
  }

  #follow(block: Head): void {
    this.#timer ??= setTimeout(this.#look, LOOK_MS)
    this.#head ??= block
  }

  readonly #look = async (): Promise<void> => {
    try {
      if (this.#head) await this.#readChanges(this.#head)
    } catch (error) {
      // A database that stays behind has lost blocks, or is another one. Then any response may be another one.
      if (error instanceof Problem && error.asOf) this.#behindSince ??= performance.now()
    }
    void this.#groups.readStale()
    const isNeeded = this.count > 0 || this.#groups.byUrl.size > 0
    this.#timer = isNeeded ? setTimeout(this.#look, LOOK_MS) : undefined
    if (!isNeeded) this.#head = undefined
  }

  async #readChanges(since: Head): Promise<void> {
    const isLost = this.#behindSince !== undefined && performance.now() - this.#behindSince > BEHIND_MS
    const { head, touched } = await this.#network.changes(since, isLost ? undefined : BigInt(since.height))
    this.#behindSince = undefined
    this.#head = head
    for (const [settle, height] of this.#blockWaiters) if (reaches(head, height)) settle(true)
    if (head.state === since.state) return
    this.#groups.touch(touched, since)
    if (!reaches(head, BigInt(since.height))) this.#refuseBeyond(head)
  }

  /** Refuses the requests that know a block which the database has lost. */
  #refuseBeyond(head: Head): void {
    for (const { waiters } of this.#groups.byUrl.values())
      for (const { leastHeight, settle } of waiters)
        if (!reaches(head, leastHeight)) settle(notReached(head, leastHeight))
  }
}
