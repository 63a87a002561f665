import type { Dependency } from '../store/reading/dependencies.ts'

/** Responses by the keys of the rows that they depend on. */
export class GroupIndex<Group extends { readonly dependencies: readonly Dependency[] }> {
  readonly #byKey = new Map<number, Set<Group>>()

  add(group: Group): void {
    for (const [first] of group.dependencies)
      for (const key of first) {
        const groups = this.#byKey.get(key) ?? new Set()
        this.#byKey.set(key, groups.add(group))
      }
  }

  delete(group: Group): void {
    for (const [first] of group.dependencies)
      for (const key of first) {
        const groups = this.#byKey.get(key)
        groups?.delete(group)
        if (groups?.size === 0) this.#byKey.delete(key)
      }
  }

  /** Returns the groups whose response may depend on a row with these keys. */
  touchedBy(keys: ReadonlySet<number>): ReadonlySet<Group> {
    const isTouched = (dependency: Dependency) =>
      dependency.every(column => column.some(key => keys.has(key)))
    const touched = new Set<Group>()
    for (const key of keys) {
      for (const group of this.#byKey.get(key) ?? [])
        if (group.dependencies.some(isTouched)) touched.add(group)
    }
    return touched
  }
}
