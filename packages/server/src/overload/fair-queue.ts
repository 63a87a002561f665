import Queue from 'yocto-queue'
import type { Account } from './account.ts'

/** Time that a client has in each round; milliseconds. */
const QUANTUM = 1

interface Items<Item> {
  readonly first: Queue<Item>
  readonly others: Queue<Item>
}

/**
 * A queue of several clients. Each gets its turn, and its items come in their order. A client that has used more than
 * its time is passed over until the rounds have paid for it (deficit round robin).
 */
export class FairQueue<Item> {
  /** The clients with items, the next one first. */
  readonly #byAccount = new Map<Account, Items<Item>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** @param isFirst true if it goes before the client's own other items */
  enqueue(account: Account, item: Item, isFirst = false): void {
    const items = this.#byAccount.get(account) ?? { first: new Queue<Item>(), others: new Queue<Item>() }
    items[isFirst ? 'first' : 'others'].enqueue(item)
    this.#byAccount.set(account, items)
    this.#size += 1
  }

  dequeue(): { readonly account: Account; readonly item: Item } | undefined {
    // The loop also sees the clients that go to the end.
    for (const [account, items] of this.#byAccount) {
      this.#byAccount.delete(account)
      if (account.credit <= 0) {
        account.credit += QUANTUM
        this.#byAccount.set(account, items)
        continue
      }
      const item = (items.first.dequeue() ?? items.others.dequeue()) as Item
      if (items.first.size + items.others.size > 0) this.#byAccount.set(account, items)
      this.#size -= 1
      return { account, item }
    }
    return undefined
  }
}
