import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { blockNotReached, Problem, unavailable } from '../responses/problem.ts'
import type { Answer, Head, TouchedRows } from '../responses/reply.ts'
import { Dependencies } from '../store/reading/dependencies.ts'
import { type Group, type Outcome, type Waiter, WaitingGroups } from './waiting-groups.ts'

/** Interval between looks at the checkpoint while a request waits; milliseconds. */
const LOOK_MS = 20
/** Time for reads before the event loop continues with other requests; milliseconds. */
const SLICE_MS = 5
/** Maximum number of concurrent reads, for a database behind a socket. */
const READS = 16
/** Time after which a database that is behind the known block counts as another one; milliseconds. */
const BEHIND_MS = 3_000
/** Time for which a response without waiting requests stays known. Its clients ask again at once. Milliseconds. */
const LINGER_MS = 2_000
/** Seconds until a client may retry if too many requests wait. */
const RETRY_AFTER_SECONDS = 2

export interface WaitingOptions {
  /** Maximum wait of a request, in seconds. */
  readonly maxWait: number
  /** Maximum number of waiting requests; beyond it 503. */
  readonly maxWaiting: number
}

export const WAITING_DEFAULTS: WaitingOptions = { maxWait: 50, maxWaiting: 10_000 }

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
  /** Returns the changes since an earlier head. */
  changes(since: Head, leastHeight?: bigint): TouchedRows | Promise<TouchedRows>
}

/** A request for the next response with a tag that the client does not have. */
export interface WaitingRequest
  extends Pick<Waiter, 'has' | 'leastHeight'>,
    Pick<Group, 'url' | 'operation' | 'query'> {
  readonly seconds: number
  /** Calls back when the client has disconnected. */
  onGone(forget: () => void): void
}

/**
 * Holds requests until their response changes. While some wait, it looks at the checkpoint, and reads again only the
 * responses whose rows a commit may have touched.
 */
export class WaitingRequests {
  readonly maxWait: number
  /** The number of requests that wait. */
  count = 0
  /** Reads after a commit, by their result. */
  readonly reads = { changed: 0, unchanged: 0 }
  readonly #network: WaitableNetwork
  readonly #maxWaiting: number
  readonly #groups = new WaitingGroups()
  /** Stale groups that are to be read again. */
  #queue = new Set<Group>()
  /** Groups without requests, and the time from which they may go. */
  readonly #lingering = new Map<Group, number>()
  /** The block up to which the commits are known; undefined while no request waits. */
  #known: Head | undefined
  #behindSince: number | undefined
  #timer: NodeJS.Timeout | undefined
  #sliceEnds = 0
  #isReading = false
  #hasEnded = false

  constructor(network: WaitableNetwork, options: Partial<WaitingOptions> = {}) {
    const { maxWait, maxWaiting } = WAITING_DEFAULTS
    this.#network = network
    this.maxWait = options.maxWait ?? maxWait
    this.#maxWaiting = options.maxWaiting ?? maxWaiting
  }

  /** False after {@link end}. Then no request may wait any more. */
  get isOpen(): boolean {
    return !this.#hasEnded
  }

  /**
   * Returns the response if its tag is another one, or as soon as it is.
   *
   * @throws Problem for a request that is refused, and 503 if too many requests wait
   */
  async next(request: WaitingRequest): Promise<Outcome> {
    const { url, operation, query, leastHeight } = request
    const group = this.#groups.of(url)
    if (
      group &&
      this.#known &&
      !group.isStale &&
      request.has(group.etag) &&
      reaches(this.#known, leastHeight)
    )
      return this.#wait(group, request, { etag: group.etag, block: this.#known })
    const dependencies = new Dependencies()
    const answer = await this.#network.answer(operation, query, leastHeight, dependencies)
    if (!request.has(answer.etag)) return { answer }
    if (this.#hasEnded) return unchanged(answer)
    return this.#wait(this.#groupOf(request, answer, dependencies), request, answer)
  }

  /** Responds to all waiting requests. */
  end(): void {
    this.#hasEnded = true
    for (const group of this.#groups.all) for (const waiter of group.waiters) this.#settle(group, waiter)
    for (const group of this.#lingering.keys()) this.#remove(group)
  }

  #groupOf({ url, operation, query }: WaitingRequest, answer: Answer, dependencies: Dependencies): Group {
    const known = this.#groups.of(url)
    if (known) return known
    this.#known ??= answer.block
    const group: Group = {
      ...{ url, operation, query, waiters: new Set<Waiter>() },
      ...{ etag: answer.etag, block: answer.block, dependencies: [...dependencies.all], isStale: false },
    }
    this.#groups.add(group)
    // The read may be older than the commits that are known.
    if (!isAsNew(answer.block, this.#known)) this.#read(group)
    return group
  }

  #wait(
    group: Group,
    { has, leastHeight, seconds, onGone }: WaitingRequest,
    read: Waiter['read'],
  ): Promise<Outcome> {
    if (this.count >= this.#maxWaiting) {
      if (group.waiters.size === 0) this.#remove(group)
      throw unavailable(RETRY_AFTER_SECONDS)
    }
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const timer = setTimeout(() => this.#settle(group, waiter), seconds * 1000)
    const waiter: Waiter = {
      ...{ has, leastHeight, read },
      settle: outcome => {
        if (!group.waiters.delete(waiter)) return
        clearTimeout(timer)
        this.count -= 1
        if (group.waiters.size === 0) this.#lingering.set(group, performance.now() + LINGER_MS)
        resolve(outcome)
      },
    }
    group.waiters.add(waiter)
    this.#lingering.delete(group)
    this.count += 1
    // The read of this request was older or newer than that of the group.
    if (!group.isStale && !has(group.etag)) this.#read(group)
    onGone(() => this.#settle(group, waiter))
    this.#timer ??= setTimeout(this.#look, LOOK_MS)
    return promise
  }

  /** Ends a wait. The response is unchanged as of the last block up to which that is certain. */
  #settle({ isStale, etag, block: lastRead }: Group, waiter: Waiter): void {
    const block = (isStale ? undefined : this.#known) ?? lastRead
    const isCertain = waiter.has(etag) && BigInt(block.height) >= BigInt(waiter.read.block.height)
    waiter.settle(unchanged(isCertain ? { etag, block } : waiter.read))
  }

  readonly #look = async (): Promise<void> => {
    try {
      if (this.#known) await this.#readChanges(this.#known)
      if (!this.#isReading) void this.#readQueue()
    } catch (error) {
      this.#noteFailure(error)
    }
    for (const [group, until] of this.#lingering) if (performance.now() > until) this.#remove(group)
    const isNeeded = this.count > 0 || this.#lingering.size > 0
    this.#timer = isNeeded ? setTimeout(this.#look, LOOK_MS) : undefined
    if (!isNeeded) this.#known = undefined
  }

  #remove(group: Group): void {
    this.#lingering.delete(group)
    this.#groups.remove(group)
  }

  async #readChanges(since: Head): Promise<void> {
    const isLost = this.#behindSince !== undefined && performance.now() - this.#behindSince > BEHIND_MS
    const { head, touched } = await this.#network.changes(since, isLost ? undefined : BigInt(since.height))
    this.#behindSince = undefined
    if (head.state === since.state) return
    const stale = [...(touched ? this.#groups.touchedBy(touched) : this.#groups.all)]
    for (const group of stale) {
      if (group.waiters.size === 0) this.#remove(group)
      else if (!group.isStale) this.#read(group, since)
    }
    this.#known = head
  }

  /** A database that stays behind has lost blocks, or is another one. Then any response may be another one. */
  #noteFailure(error: unknown): void {
    if (error instanceof Problem && error.asOf) this.#behindSince ??= performance.now()
  }

  #read(group: Group, upTo = group.block): void {
    group.isStale = true
    group.block = upTo
    this.#queue.add(group)
  }

  async #readQueue(): Promise<void> {
    this.#isReading = true
    const failed: Group[] = []
    const readSome = async () => {
      for (const group of this.#queue) {
        this.#queue.delete(group)
        if (group.waiters.size === 0) this.#remove(group)
        else if (!(await this.#isReadAgain(group))) failed.push(group)
        if (performance.now() > this.#sliceEnds) {
          await nextTurn()
          this.#sliceEnds = performance.now() + SLICE_MS
        }
      }
    }
    await Promise.all(Array.from({ length: READS }, readSome))
    this.#isReading = false
    // The next look tries again.
    for (const group of failed) this.#queue.add(group)
  }

  /** Reads a response again, and settles the requests whose clients do not have it. Returns false if that fails. */
  async #isReadAgain(group: Group): Promise<boolean> {
    const { operation, query } = group
    const dependencies = new Dependencies()
    try {
      const least = this.#known && BigInt(this.#known.height)
      const answer = await this.#network.answer(operation, query, least, dependencies)
      const { etag, block } = answer
      this.reads[etag === group.etag ? 'unchanged' : 'changed'] += 1
      Object.assign(group, { etag, block, isStale: false })
      // All clients may have gone meanwhile, and the group with them.
      if (this.#groups.of(group.url) === group) this.#groups.depend(group, [...dependencies.all])
      for (const waiter of group.waiters)
        if (!reaches(block, waiter.leastHeight)) waiter.settle(behind(block, waiter.leastHeight))
        else if (!waiter.has(etag)) waiter.settle({ answer })
      // Another commit came during the read, and may have touched the response again.
      if (!isAsNew(block, this.#known)) {
        if (group.waiters.size > 0) this.#read(group)
        else this.#remove(group)
      }
      return true
    } catch (error) {
      // The database is busy or unavailable for a moment.
      if (error instanceof Problem && error.status === 503) return false
      for (const waiter of group.waiters) waiter.settle(Promise.reject(error))
      return true
    }
  }
}

function unchanged({ etag, block }: Pick<Answer, 'etag' | 'block'>): Outcome {
  return { unchanged: block, etag }
}

function reaches({ height }: Head, leastHeight = 0n): boolean {
  return BigInt(height) >= leastHeight
}

function behind(block: Head, leastHeight = 0n): Promise<never> {
  return Promise.reject(blockNotReached(block, leastHeight))
}

/** Returns true if a block is the known one, or a later one whose commits are still to come. */
function isAsNew(block: Head, known: Head | undefined): boolean {
  return !known || block.state === known.state || BigInt(block.height) > BigInt(known.height)
}
