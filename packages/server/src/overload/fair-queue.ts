import Queue from 'yocto-queue'

/** A queue of several clients. Each gets its turn, and its items come in their order. */
export class FairQueue<Item> {
  /** The clients with items, the next one first. */
  readonly #byClient = new Map<string, Queue<Item>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  enqueue(client: string, item: Item): void {
    const items = this.#byClient.get(client) ?? new Queue<Item>()
    items.enqueue(item)
    this.#byClient.set(client, items)
    this.#size += 1
  }

  dequeue(): Item | undefined {
    for (const [client, items] of this.#byClient) {
      const item = items.dequeue()
      this.#byClient.delete(client)
      if (items.size > 0) this.#byClient.set(client, items)
      this.#size -= 1
      return item
    }
    return undefined
  }
}
