import type { IncomingMessage, ServerResponse } from 'node:http'

/** The resources that clients share, each counted in items. Their requests also hold bytes. */
export type Resource = 'connections' | 'requests' | 'places' | 'waiting'
export type Amount = Resource | 'bytes'

/**
 * Time in which a share of the event loop is forgotten to a third; milliseconds. Beside a client that has used all of the
 * time, another one that wants as much has it alone for seven tenths of this: less than the default of `--max-delay`.
 */
const MEMORY = 1_400

/** Returns the level of a load now. All loads fall alike, so that of a client stays until its next charge. */
export function levelOf(load: number): number {
  return Math.log(load) + performance.now() / MEMORY
}

/** The requests of a client since the start of its window, by a monotonic clock: nobody can set it back. */
export interface Window {
  readonly start: number
  requests: number
}

/**
 * What one client holds, and what it costs. A client is an address, see `clients.ts`. A network of IPv6 has an account
 * too, with the sums of its clients, and so has everybody.
 */
export class Account {
  readonly client: string
  readonly parent: Account | undefined
  /** How many times as much as a client it may use. A network of 56 or 48 bits may be one subscriber, or many. */
  readonly weight: number
  /** What the client itself holds, the oldest first. */
  readonly holdings: Readonly<Record<Resource, Set<Holding>>> = {
    connections: new Set(),
    requests: new Set(),
    places: new Set(),
    waiting: new Set(),
  }
  /** Those of its requests whose responses it has not read yet, the oldest first. */
  readonly unread = new Set<Holding>()
  /** The sums, with those of the accounts below. */
  readonly held: Record<Amount, number> = { connections: 0, requests: 0, places: 0, waiting: 0, bytes: 0 }
  /** The accounts directly below that hold something. */
  readonly active = new Set<Account>()
  /** Its requests and its probes in the window of the rate limit. */
  readonly windows: { requests?: Window; probes?: Window } = {}
  /** Its level, without the networks around it. */
  ownLevel = -Infinity

  constructor(client: string, parent?: Account, weight = 1) {
    this.client = client
    this.parent = parent
    this.weight = weight
  }

  /** Its share of the time of the event loop in about the last two seconds. */
  get load(): number {
    return Math.exp(this.ownLevel - performance.now() / MEMORY)
  }

  get isIdle(): boolean {
    const { connections, requests, places, waiting } = this.held
    return connections + requests + places + waiting === 0
  }

  /** Its place in the queue: the one with the least load, with that of its networks, comes first. */
  get level(): number {
    return Math.max(this.ownLevel, this.parent?.level ?? -Infinity)
  }

  /** Charges the time that a response or a read has taken; milliseconds. */
  charge(time: number): void {
    // All clients together wait for nobody.
    if (this.weight === Infinity) return
    this.ownLevel = levelOf(this.load + time / this.weight / MEMORY)
    this.parent?.charge(time)
  }

  /** Adds to what it holds, and to the sums above. */
  add(amount: Amount, number: number): void {
    this.held[amount] += number
    if (!this.parent) return
    if (!this.isIdle) this.parent.active.add(this)
    else this.parent.active.delete(this)
    this.parent.add(amount, number)
  }
}

/** Something that a client holds. It is added once and released once, whoever ends it, and in any order. */
export class Holding {
  readonly account: Account
  readonly resource: Resource
  readonly #end: () => void
  #bytes = 0

  /** @param end ends it, if its client gives way */
  constructor(account: Account, resource: Resource, end: () => void = () => undefined) {
    this.account = account
    this.resource = resource
    this.#end = end
    account.holdings[resource].add(this)
    account.add(resource, 1)
  }

  get isHeld(): boolean {
    return this.account.holdings[this.resource].has(this)
  }

  /** Adds memory to it. What is released holds nothing any more. */
  grow(bytes: number): void {
    if (!this.isHeld) return
    this.#bytes += bytes
    this.account.add('bytes', bytes)
  }

  /** Returns false if it was released before. */
  release(): boolean {
    if (!this.account.holdings[this.resource].delete(this)) return false
    this.account.unread.delete(this)
    this.account.add('bytes', -this.#bytes)
    this.account.add(this.resource, -1)
    return true
  }

  /** Releases it, and tells who made it. */
  end(): void {
    if (this.release()) this.#end()
  }
}

/** A request until its client has read the response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly account: Account
  readonly holding: Holding
  /** Begins the work. */
  readonly start: () => void
  /** Its place among the readings. It ends with the reading, even if the client leaves before. */
  place?: Holding
}

/** Names the exchange of a response. */
export const EXCHANGE = Symbol('exchange')
export type Answering = ServerResponse & { [EXCHANGE]?: Exchange }

/** Memory of a request beside the text of its head, with what Node has for it; bytes. */
const REQUEST_BYTES = 4096

/** Memory of a request before its response; bytes. */
export function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = REQUEST_BYTES + url.length
  for (const text of rawHeaders) bytes += text.length
  return bytes
}
