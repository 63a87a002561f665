import TinyQueue from 'tinyqueue'
import Queue from 'yocto-queue'
import { type Account, levelOf } from './account.ts'

/** Clients with less load come in the order of their requests: a new address gains nothing over a polite client. */
const LIGHT = 0.0001

interface Line<Item> {
  readonly account: Account
  readonly first: Queue<Item>
  readonly others: Queue<Item>
  /** The level of the client when it got this place in the order, and a number among equal ones. */
  level: number
  number: number
  isReady: boolean
}

/**
 * A queue of several clients. The one that has used least in the last seconds comes next, and its items come in their
 * order.
 */
export class FairQueue<Item> {
  readonly #mayBegin: (account: Account) => boolean
  readonly #lines = new Map<Account, Line<Item>>()
  readonly #ready = new TinyQueue<Line<Item>>([], (a, b) => a.level - b.level || a.number - b.number)
  #number = 0

  /** @param mayBegin returns false for a client whose items wait until {@link again} */
  constructor(mayBegin: (account: Account) => boolean = () => true) {
    this.#mayBegin = mayBegin
  }

  /** @param isFirst true if it goes before the client's own other items */
  enqueue(account: Account, item: Item, isFirst = false): void {
    const line = this.#lines.get(account) ?? {
      account,
      first: new Queue<Item>(),
      others: new Queue<Item>(),
      level: 0,
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

  /** Returns the next client, with its level; undefined without one. */
  peek(): Pick<Line<Item>, 'account' | 'level'> | undefined {
    for (let line = this.#ready.peek(); line; line = this.#ready.peek()) {
      if (this.#mayBegin(line.account) && line.account.level <= line.level) return line
      this.#ready.pop()
      line.isReady = false
      this.#place(line)
    }
    return undefined
  }

  /** Takes the item of the client that {@link peek} has returned. */
  take(): Item {
    const line = this.#ready.pop() as Line<Item>
    line.isReady = false
    const item = (line.first.dequeue() ?? line.others.dequeue()) as Item
    if (line.first.size + line.others.size > 0) this.#place(line)
    else this.#lines.delete(line.account)
    return item
  }

  #place(line: Line<Item>): void {
    if (line.isReady || !this.#mayBegin(line.account)) return
    line.level = Math.max(line.account.level, levelOf(LIGHT))
    this.#number += 1
    line.number = this.#number
    line.isReady = true
    this.#ready.push(line)
  }
}
