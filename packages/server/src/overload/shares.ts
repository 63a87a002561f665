/** Items of a limited resource, by the client that holds them. */
export class Shares<Item> {
  readonly #byClient = new Map<string, Set<Item>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(client: string, item: Item): void {
    const items = this.#byClient.get(client) ?? new Set()
    this.#byClient.set(client, items.add(item))
    this.#size += 1
  }

  /** Returns false if the client did not hold the item. */
  delete(client: string, item: Item): boolean {
    const items = this.#byClient.get(client)
    if (!items?.delete(item)) return false
    if (items.size === 0) this.#byClient.delete(client)
    this.#size -= 1
    return true
  }

  /**
   * Returns the oldest item of the largest holder, which gives way to a new item of another client. Returns undefined
   * if that client would then hold as many, since two clients could evict each other without end.
   */
  oldestOfLargest(client: string): Item | undefined {
    let largest: ReadonlySet<Item> = new Set()
    for (const items of this.#byClient.values()) if (items.size > largest.size) largest = items
    const own = this.#byClient.get(client)?.size ?? 0
    return own + 1 < largest.size ? largest.values().next().value : undefined
  }
}
