import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { Problem } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import type { Dependency } from '../store/reading/dependencies.ts'
import { asOf, isAsNew, reaches, readResponse, type WaitableNetwork } from './reads.ts'

/** Time for which a response without waiting requests stays known. Its clients ask again at once. Milliseconds. */
const IDLE_MS = 2_000
/** Maximum number of concurrent reads, for a database behind a socket. */
const READS = 16
/** Time for reads and responses before the event loop continues with other requests; milliseconds. */
const SLICE_MS = 10
/** Number of clients that get a response together, before the event loop may continue with other requests. */
const WOKEN_TOGETHER = 20

export interface Waiter {
  /** Returns true if the client has the response with this tag. */
  has(etag: string): boolean
  /** The block that its response must have reached. */
  readonly leastHeight: bigint | undefined
  /** The response that the client has, and a block at which it was the current one. */
  readonly read: Read
  settle(outcome: Read | PromiseLike<never>): void
}

/** The waiting requests of one URL, which share each read. */
export interface Group {
  readonly url: string
  readonly operation: Operation
  readonly query: Query
  readonly waiters: Set<Waiter>
  /**
   * The table of decision 25 has the changes of this state.
   *
   * - `current`: no commit has touched the response since the last read. Without waiting requests it is `idle` there.
   * - `stale`: a commit may have touched the response. It is to be read again, or it is being read.
   * - `gone`: forgotten.
   */
  state: 'current' | 'stale' | 'gone'
  /** The last read without its body, at a block up to which no commit has touched the response. */
  read: Read
  dependencies: readonly Dependency[]
  idle?: NodeJS.Timeout
}

export class WaitingGroups {
  /** Reads after a commit, by their result. */
  readonly reads = { changed: 0, unchanged: 0 }
  readonly byUrl = new Map<string, Group>()
  readonly #network: WaitableNetwork
  readonly #known: () => Head | undefined
  /** Groups that are to be read again, the first touched first. */
  readonly #stale = new Set<Group>()
  #isReading = false
  #sliceEnds = 0

  /** @param known returns the block up to which the commits are known */
  constructor(network: WaitableNetwork, known: () => Head | undefined) {
    this.#network = network
    this.#known = known
  }

  /** Adds the group of a request that is going to wait. Its read may be older than the known commits. */
  add(read: Pick<Group, 'url' | 'operation' | 'query' | 'read' | 'dependencies'>): Group {
    const group: Group = { ...read, waiters: new Set(), state: 'stale' }
    this.byUrl.set(group.url, group)
    if (isAsNew(group.read.block, this.#known())) this.#rest(group)
    else this.#stale.add(group)
    return group
  }

  join(group: Group, waiter: Waiter): void {
    group.waiters.add(waiter)
    clearTimeout(group.idle)
    // The read of this request was older or newer than that of the group.
    if (!waiter.has(group.read.etag)) this.#touch(group, group.read.block)
  }

  leave(group: Group, waiter: Waiter): void {
    group.waiters.delete(waiter)
    if (group.state === 'current') this.#rest(group)
  }

  /**
   * Marks the groups that a commit may have touched; all of them without keys.
   *
   * @param upTo the last block before that commit
   */
  touch(keys: ReadonlySet<number> | undefined, upTo: Head): void {
    const isTouched = (dependency: Dependency) =>
      dependency.every(column => column.some(key => keys?.has(key)))
    for (const group of this.byUrl.values())
      if (!keys || group.dependencies.some(isTouched)) this.#touch(group, upTo)
  }

  /** Reads the stale groups again, unless it does so already. */
  async readStale(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    const failed: Group[] = []
    const readSome = async () => {
      for (const group of this.#stale) {
        this.#stale.delete(group)
        if (!(await this.#readAgain(group))) failed.push(group)
        await this.#pause()
      }
    }
    await Promise.all(Array.from({ length: READS }, readSome))
    this.#isReading = false
    for (const group of failed) this.#stale.add(group)
  }

  remove(group: Group): void {
    if (group.state === 'gone') return
    group.state = 'gone'
    this.byUrl.delete(group.url)
    this.#stale.delete(group)
    clearTimeout(group.idle)
  }

  #touch(group: Group, upTo: Head): void {
    if (group.state !== 'current') return
    group.state = 'stale'
    group.read = { ...group.read, block: upTo }
    this.#queue(group)
  }

  /** Nobody needs a new read of a group without waiting requests. */
  #queue(group: Group): void {
    if (group.waiters.size > 0) this.#stale.add(group)
    else this.remove(group)
  }

  #rest(group: Group): void {
    group.state = 'current'
    if (group.waiters.size === 0) group.idle = setTimeout(() => this.remove(group), IDLE_MS)
  }

  /** Reads a response again, and settles the requests whose clients do not have it. Returns false if that fails. */
  async #readAgain(group: Group): Promise<boolean> {
    if (group.waiters.size === 0) this.remove(group)
    if (group.state !== 'stale') return true
    const known = this.#known()
    try {
      const least = known && BigInt(known.height)
      const { read, dependencies } = await readResponse(this.#network, group.operation, group.query, least)
      // The database is behind, and does not have the commit.
      if (!reaches(read.block, least)) return false
      this.reads[read.etag === group.read.etag ? 'unchanged' : 'changed'] += 1
      this.#renew(group, asOf(read), dependencies)
      await this.#wake(group, read)
    } catch (error) {
      // The database is busy or unavailable for a moment.
      if (error instanceof Problem && error.status === 503) return false
      this.remove(group)
      for (const waiter of group.waiters) waiter.settle(Promise.reject(error))
    }
    return true
  }

  #renew(group: Group, read: Read, dependencies: readonly Dependency[]): void {
    // The service has ended during the read.
    if (group.state !== 'stale') return
    Object.assign(group, { read, dependencies })
    // Another commit may have come during the read, and may have touched the response again.
    if (isAsNew(read.block, this.#known())) this.#rest(group)
    else this.#queue(group)
  }

  async #wake({ waiters }: Group, read: Read): Promise<void> {
    let woken = 0
    for (const waiter of [...waiters]) {
      // A request that knows a later block than this read gets the next one.
      if (waiter.has(read.etag) || !reaches(read.block, waiter.leastHeight)) continue
      waiter.settle(read)
      woken += 1
      if (woken % WOKEN_TOGETHER === 0) await this.#pause()
    }
  }

  /** Lets the event loop continue with other requests if the slice is over. */
  async #pause(): Promise<void> {
    if (performance.now() < this.#sliceEnds) return
    await nextTurn()
    this.#sliceEnds = performance.now() + SLICE_MS
  }
}
