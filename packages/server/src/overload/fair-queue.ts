import TinyQueue from 'tinyqueue'
import Queue from 'yocto-queue'
import type { Account } from './account.ts'

/** How far a client that has used little is ahead of those that have used most; milliseconds. */
const ADVANCE = 20

/** The time of the event loop that the last client of some queues had used at its turn; milliseconds. */
export interface Clock {
  used: number
}

interface Line<Item> {
  readonly account: Account
  readonly first: Queue<Item>
  readonly others: Queue<Item>
  /** Time that the client had used when it got this place in the order, and a number among equal ones. */
  used: number
  number: number
  isReady: boolean
}

/**
 * A queue of several clients. The one that has used least comes next (start-time fair queueing), and its items come in
 * their order.
 */
export class FairQueue<Item> {
  readonly #clock: Clock
  readonly #mayBegin: (account: Account) => boolean
  readonly #lines = new Map<Account, Line<Item>>()
  readonly #ready = new TinyQueue<Line<Item>>([], (a, b) => a.used - b.used || a.number - b.number)
  #number = 0

  /**
   * @param clock shared by queues that take turns
   * @param mayBegin returns false for a client whose items wait until {@link again}
   */
  constructor(clock: Clock = { used: 0 }, mayBegin: (account: Account) => boolean = () => true) {
    this.#clock = clock
    this.#mayBegin = mayBegin
  }

  /** @param isFirst true if it goes before the client's own other items */
  enqueue(account: Account, item: Item, isFirst = false): void {
    const line = this.#lines.get(account) ?? {
      account,
      first: new Queue<Item>(),
      others: new Queue<Item>(),
      used: 0,
      number: 0,
      isReady: false,
    }
    line[isFirst ? 'first' : 'others'].enqueue(item)
    this.#lines.set(account, line)
    this.#place(line)
  }

  /** Lets the items of a client begin that may begin now. */
  again(account: Account): void {
    const line = this.#lines.get(account)
    if (line) this.#place(line)
  }

  /** Returns the time that the next client has used; undefined without one. */
  peek(): number | undefined {
    for (let line = this.#ready.peek(); line; line = this.#ready.peek()) {
      if (this.#mayBegin(line.account) && line.account.used <= line.used) return line.used
      this.#ready.pop()
      line.isReady = false
      this.#place(line)
    }
    return undefined
  }

  dequeue(): { readonly account: Account; readonly item: Item } | undefined {
    const used = this.peek()
    const line = this.#ready.pop()
    if (used === undefined || !line) return undefined
    line.isReady = false
    const item = (line.first.dequeue() ?? line.others.dequeue()) as Item
    this.#clock.used = Math.max(this.#clock.used, used)
    if (line.first.size + line.others.size > 0) this.#place(line)
    else this.#lines.delete(line.account)
    return { account: line.account, item }
  }

  #place(line: Line<Item>): void {
    if (line.isReady || !this.#mayBegin(line.account)) return
    line.account.useAtLeast(this.#clock.used - ADVANCE)
    line.used = line.account.used
    this.#number += 1
    line.number = this.#number
    line.isReady = true
    this.#ready.push(line)
  }
}
