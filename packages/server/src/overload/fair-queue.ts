import TinyQueue from 'tinyqueue'
import Queue from 'yocto-queue'
import { Account, levelOf } from './account.ts'

/** Clients with less load come in the order of their requests: a new address gains nothing over a polite client. */
const LIGHT = 0.0001

/** A place in the order of a network, or of all. It counts until its node gets another one. */
interface Place<Item> {
  readonly node: Node<Item>
  readonly level: number
  /** The number of the client's place, among equal levels. */
  readonly number: number
}

/** The next client, with its level among all. */
interface Next extends Pick<Place<unknown>, 'level' | 'number'> {
  readonly account: Account
}

/** A client with its items, or a network with the places of those below it. */
class Node<Item> {
  readonly first = new Queue<Item>()
  readonly others = new Queue<Item>()
  readonly below = new TinyQueue<Place<Item>>([], (a, b) => a.level - b.level || a.number - b.number)
  place: Place<Item> | undefined
  readonly account: Account
  readonly #above: Node<Item> | undefined

  constructor(account: Account, above?: Node<Item>) {
    this.account = account
    this.#above = above
  }

  get hasItems(): boolean {
    return this.first.size + this.others.size > 0
  }

  /** Takes a place, unless it has an earlier one. So do the networks around it. */
  rise(least: number, number: number): void {
    const level = Math.max(this.account.ownLevel, least)
    if (this.place && this.place.level <= level) return
    this.place = { node: this, level, number }
    this.#above?.below.push(this.place)
    this.#above?.rise(level, number)
  }
}

/**
 * A queue of several clients. The one that has used least in the last seconds comes next, and its items come in their
 * order. Each network of IPv6 has an order of its own: the time that one of its clients uses moves the network, and not
 * each of its 65,536 clients.
 */
export class FairQueue<Item> {
  readonly #mayBegin: (account: Account) => boolean
  readonly #nodes = new Map<Account, Node<Item>>()
  readonly #all = new Node<Item>(new Account('all'))
  #number = 0

  /** @param mayBegin returns false for a client whose items wait until {@link again} */
  constructor(mayBegin: (account: Account) => boolean = () => true) {
    this.#mayBegin = mayBegin
  }

  /** @param isFirst true if it goes before the client's own other items */
  enqueue(account: Account, item: Item, isFirst = false): void {
    this.#nodeOf(account)[isFirst ? 'first' : 'others'].enqueue(item)
    this.again(account)
  }

  /** Lets the items of a client begin that may begin now. */
  again(account: Account): void {
    const node = this.#nodes.get(account)
    if (!node || node.place || !this.#mayBegin(account)) return
    this.#number += 1
    node.rise(levelOf(LIGHT), this.#number)
  }

  /** Returns the next client; undefined without one. */
  peek(): Next | undefined {
    return this.#next(this.#all)
  }

  /** Takes the item of the client that {@link peek} has returned. */
  take(): Item {
    const node = this.#leave(this.#all)
    const item = (node.first.dequeue() ?? node.others.dequeue()) as Item
    if (node.hasItems) this.again(node.account)
    else this.#nodes.delete(node.account)
    return item
  }

  #nodeOf(account: Account): Node<Item> {
    const known = this.#nodes.get(account)
    if (known) return known
    const { parent } = account
    const node = new Node(account, parent && parent.weight < Infinity ? this.#nodeOf(parent) : this.#all)
    this.#nodes.set(account, node)
    return node
  }

  /** Returns the next client below a node. Who has used more since it got its place gets a later one. */
  #next({ below }: Node<Item>): Next | undefined {
    for (let place = below.peek(); place; place = below.peek()) {
      const { node, level } = place
      if (place === node.place) {
        const { account, hasItems } = node
        const next = hasItems ? { account, level, number: place.number } : this.#next(node)
        if (next && Math.max(account.ownLevel, next.level) <= level && this.#mayBegin(next.account))
          return { ...next, level }
        node.place = undefined
        if (hasItems) this.again(account)
        else if (next) node.rise(next.level, next.number)
        else this.#nodes.delete(account)
      }
      below.pop()
    }
    return undefined
  }

  /** Takes the next client below a node out of the order. The networks around it get the places of those behind it. */
  #leave({ below }: Node<Item>): Node<Item> {
    const { node } = below.pop() as Place<Item>
    node.place = undefined
    if (node.hasItems) return node
    const client = this.#leave(node)
    const behind = node.below.peek()
    if (behind) node.rise(behind.level, behind.number)
    else this.#nodes.delete(node.account)
    return client
  }
}
