import type { Operation } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import type { Answer, Head } from '../responses/reply.ts'
import type { Dependency } from '../store/reading/dependencies.ts'

/** The result of a wait: a response with another tag, or none at this block. */
export type Outcome = { readonly answer: Answer } | { readonly unchanged: Head; readonly etag: string }

/** A request that waits. */
export interface Waiter {
  /** Returns true if the client has the response with this tag. */
  has(etag: string): boolean
  /** The block that its response must have reached. */
  readonly leastHeight: bigint | undefined
  /** The response that the client has, and a block at which it was the current one. */
  readonly read: Pick<Answer, 'etag' | 'block'>
  settle(outcome: Outcome | PromiseLike<never>): void
}

/** The waiting requests of one URL, which share each read. */
export interface Group {
  readonly url: string
  readonly operation: Operation
  readonly query: Query
  readonly waiters: Set<Waiter>
  etag: string
  /** The block of the last read, or a later one up to which no commit has touched the response. */
  block: Head
  dependencies: readonly Dependency[]
  /** True from a commit that touched the response until it is read again. */
  isStale: boolean
}

/** Groups by URL, and by the keys of their rows. */
export class WaitingGroups {
  readonly #byUrl = new Map<string, Group>()
  readonly #byKey = new Map<number, Set<Group>>()

  of(url: string): Group | undefined {
    return this.#byUrl.get(url)
  }

  get all(): Iterable<Group> {
    return this.#byUrl.values()
  }

  add(group: Group): void {
    this.#byUrl.set(group.url, group)
    this.#index(group)
  }

  /** Replaces the rows that a response depends on. */
  depend(group: Group, dependencies: readonly Dependency[]): void {
    this.#removeFromIndex(group)
    group.dependencies = dependencies
    this.#index(group)
  }

  remove(group: Group): void {
    this.#byUrl.delete(group.url)
    this.#removeFromIndex(group)
  }

  /** Yields the groups whose response may depend on a row with these keys. */
  *touchedBy(keys: ReadonlySet<number>): Generator<Group> {
    const isTouched = (dependency: Dependency) =>
      dependency.every(column => column.some(key => keys.has(key)))
    for (const key of keys) {
      for (const group of this.#byKey.get(key) ?? [])
        if (!group.isStale && group.dependencies.some(isTouched)) yield group
    }
  }

  #index(group: Group): void {
    for (const [first] of group.dependencies)
      for (const key of first) {
        const groups = this.#byKey.get(key) ?? new Set()
        this.#byKey.set(key, groups.add(group))
      }
  }

  #removeFromIndex(group: Group): void {
    for (const [first] of group.dependencies)
      for (const key of first) {
        const groups = this.#byKey.get(key)
        groups?.delete(group)
        if (groups?.size === 0) this.#byKey.delete(key)
      }
  }
}
