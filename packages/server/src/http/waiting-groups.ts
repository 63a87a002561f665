import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import type { Head, Read } from '../responses/reply.ts'
import type { Dependency } from '../store/reading/dependencies.ts'
import { GroupIndex } from './group-index.ts'

/** Time for which a response without waiting requests stays known. Its clients ask again at once. Milliseconds. */
const IDLE_MS = 2_000

/** A request that waits for a change. */
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
  /** Forgets the group while it is idle. */
  idle?: NodeJS.Timeout
}

/** The groups and their states. */
export class WaitingGroups {
  readonly #byUrl = new Map<string, Group>()
  readonly #index = new GroupIndex<Group>()
  /** Groups that are to be read again, the first touched first. */
  readonly stale = new Set<Group>()

  of(url: string): Group | undefined {
    return this.#byUrl.get(url)
  }

  get all(): Iterable<Group> {
    return this.#byUrl.values()
  }

  get size(): number {
    return this.#byUrl.size
  }

  /**
   * Adds the group of a request that is going to wait.
   *
   * @param isStale true if its read is older than the known commits
   */
  add(read: Pick<Group, 'url' | 'operation' | 'query' | 'read' | 'dependencies'>, isStale: boolean): Group {
    const group: Group = { ...read, waiters: new Set(), state: 'stale' }
    this.#byUrl.set(group.url, group)
    this.#index.add(group)
    if (isStale) this.stale.add(group)
    else this.#rest(group)
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
    for (const group of keys ? this.#index.touchedBy(keys) : this.all) this.#touch(group, upTo)
  }

  #touch(group: Group, upTo: Head): void {
    if (group.state !== 'current') return
    group.state = 'stale'
    group.read = { ...group.read, block: upTo }
    this.#queue(group)
  }

  /**
   * Stores a new read of a stale group.
   *
   * @param isStale true if another commit came during the read, and may have touched the response again
   */
  renew(group: Group, read: Read, dependencies: readonly Dependency[], isStale: boolean): void {
    if (group.state !== 'stale') return
    group.read = read
    this.#index.delete(group)
    group.dependencies = dependencies
    this.#index.add(group)
    if (isStale) this.#queue(group)
    else this.#rest(group)
  }

  remove(group: Group): void {
    if (group.state === 'gone') return
    group.state = 'gone'
    this.#byUrl.delete(group.url)
    this.#index.delete(group)
    this.stale.delete(group)
    clearTimeout(group.idle)
  }

  /** Nobody needs a new read of a group without waiting requests. */
  #queue(group: Group): void {
    if (group.waiters.size > 0) this.stale.add(group)
    else this.remove(group)
  }

  #rest(group: Group): void {
    group.state = 'current'
    if (group.waiters.size === 0) group.idle = setTimeout(() => this.remove(group), IDLE_MS)
  }
}
