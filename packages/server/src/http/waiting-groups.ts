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
   * - `current`: no commit has touched the response since the last read, and requests wait.
   * - `idle`: the same, and no request waits.
   * - `stale`: a commit may have touched the response. It is to be read again, or it is being read.
   * - `gone`: forgotten.
   */
  state: 'current' | 'idle' | 'stale' | 'gone'
  /** The last read without its body, at a block up to which no commit has touched the response. */
  read: Read
  dependencies: readonly Dependency[]
  /** End of the `idle` state, on the clock of `performance.now()`. */
  idleUntil: number
}

/** The groups and their states. */
export class WaitingGroups {
  readonly #byUrl = new Map<string, Group>()
  readonly #index = new GroupIndex<Group>()
  readonly #idle = new Set<Group>()
  readonly #onStale: (group: Group) => void

  /** @param onStale called for a group that is to be read again */
  constructor(onStale: (group: Group) => void) {
    this.#onStale = onStale
  }

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
    const group: Group = { ...read, waiters: new Set(), state: 'stale', idleUntil: 0 }
    this.#byUrl.set(group.url, group)
    this.#index.add(group)
    if (isStale) this.#onStale(group)
    else this.#restOrStay(group)
    return group
  }

  join(group: Group, waiter: Waiter): void {
    group.waiters.add(waiter)
    this.#idle.delete(group)
    if (group.state === 'idle') group.state = 'current'
    // The read of this request was older or newer than that of the group.
    if (group.state === 'current' && !waiter.has(group.read.etag)) this.touch(group, group.read.block)
  }

  leave(group: Group, waiter: Waiter): void {
    group.waiters.delete(waiter)
    if (group.state === 'current') this.#restOrStay(group)
  }

  /** Marks the groups that a commit may have touched; all of them without keys. */
  touchAll(keys: ReadonlySet<number> | undefined, upTo: Head): void {
    for (const group of keys ? this.#index.touchedBy(keys) : this.all)
      if (group.state === 'idle') this.remove(group)
      else this.touch(group, upTo)
  }

  /** @param upTo the last block before the commit that may have touched the response */
  touch(group: Group, upTo: Head): void {
    if (group.state !== 'current') return
    group.state = 'stale'
    group.read = { ...group.read, block: upTo }
    this.#onStale(group)
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
    if (!isStale) this.#restOrStay(group)
    else if (group.waiters.size > 0) this.#onStale(group)
    else this.remove(group)
  }

  remove(group: Group): void {
    if (group.state === 'gone') return
    group.state = 'gone'
    this.#byUrl.delete(group.url)
    this.#index.delete(group)
    this.#idle.delete(group)
  }

  /** Forgets the groups that have been idle for long enough. */
  removeIdle(): void {
    const now = performance.now()
    for (const group of this.#idle) if (now > group.idleUntil) this.remove(group)
  }

  #restOrStay(group: Group): void {
    group.state = group.waiters.size > 0 ? 'current' : 'idle'
    if (group.state === 'current') return
    group.idleUntil = performance.now() + IDLE_MS
    this.#idle.add(group)
  }
}
