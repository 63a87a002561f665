import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Account, type Answering, EXCHANGE, type Exchange, headBytes, type Resource } from './account.ts'
import { type ClientOf, networkOf } from './clients.ts'
import { type ConnectionLimits, closeUnread } from './connection-limits.ts'
import { Pipelining } from './pipelining.ts'

/** Maximum number of accounts. Those of clients that hold nothing are forgotten beyond it. */
const MAX_ACCOUNTS = 50_000

/**
 * One account for each client, and the limits on what clients hold. When they hold too much together, the client that
 * holds most gives way with its oldest.
 */
export class Accounts {
  readonly #byClient = new Map<string, Account>()
  readonly #clientOf: ClientOf
  readonly #limits: ConnectionLimits
  readonly #pipelining = new Pipelining()
  /** The sums over all clients. */
  readonly held: Record<Resource, number> = { connections: 0, requests: 0, bytes: 0, waiting: 0 }
  /** Refusals since the start: requests with 503 (queue, waiting) or 429 (rate), and connections that were closed. */
  readonly refused = { queue: 0, waiting: 0, connections: 0, unanswered: 0, bytes: 0, rate: 0 }

  constructor(clientOf: ClientOf, limits: ConnectionLimits) {
    this.#clientOf = clientOf
    this.#limits = limits
  }

  of(request: IncomingMessage): Account {
    return this.#account(this.#clientOf(request))
  }

  /** Adds a connection. When the process can open no more, the client with the most of them loses its oldest. */
  connect(socket: Socket): void {
    const account = this.#account(networkOf(socket.remoteAddress))
    if (this.held.connections >= this.#limits.mostConnections) {
      this.refused.connections += 1
      const largest = this.#largerThan(account, 'connections')
      if (!largest) return void socket.destroy()
      const [oldest] = largest.connections
      oldest?.destroy()
    }
    account.connections.add(socket)
    this.held.connections += 1
    this.#pipelining.connect(account, socket)
    socket.once('close', () => {
      account.connections.delete(socket)
      this.held.connections -= 1
    })
  }

  /** Adds a request. Returns undefined if its connection is closed, or has too many requests now. */
  begin(request: IncomingMessage, response: Answering): Exchange | undefined {
    const { socket } = request
    // Another request has just closed it.
    if (socket.destroyed) return undefined
    const account = this.of(request)
    const bytes = headBytes(request)
    const unanswered = this.#pipelining.begin(account, socket)
    if (unanswered > this.#limits.mostUnanswered || account.bytes + bytes > this.#limits.mostClientBytes) {
      this.refused[unanswered > this.#limits.mostUnanswered ? 'unanswered' : 'bytes'] += 1
      closeUnread(socket)
      return undefined
    }
    const exchange: Exchange = { request, response, account, bytes: 0 }
    response[EXCHANGE] = exchange
    account.requests.add(exchange)
    this.held.requests += 1
    this.#hold(exchange, bytes)
    response.once('close', () => {
      this.#pipelining.end(socket)
      this.#release(exchange)
    })
    return exchange
  }

  /** Notes that a response is sent. It stays in memory until its client has read it. */
  answered(response: Answering, bytes: number): void {
    const { [EXCHANGE]: exchange } = response
    // A client that has left holds nothing, and rows of a database may come after it.
    if (!exchange?.account.requests.has(exchange)) return
    exchange.answered = performance.now()
    exchange.account.unread.add(exchange)
    this.#hold(exchange, bytes)
  }

  /**
   * Adds a wait. Beyond the maximum of all, the client with the most of them loses its oldest.
   *
   * @param end ends the wait as at its time-out
   * @returns false if no other client holds more than this one
   */
  wait(account: Account, end: () => void, most: number): boolean {
    if (this.held.waiting >= most) {
      this.refused.waiting += 1
      const largest = this.#largerThan(account, 'waiting')
      if (!largest) return false
      const [oldest] = largest.waits
      oldest?.()
    }
    account.waits.add(end)
    this.held.waiting += 1
    return true
  }

  /** Removes a wait. Returns false if it was not there any more. */
  unwait(account: Account, end: () => void): boolean {
    if (!account.waits.delete(end)) return false
    this.held.waiting -= 1
    return true
  }

  /** Closes the connections of clients that take too long to read. Called once a second. */
  look(): void {
    const end = performance.now() - this.#limits.answerTimeout
    for (const [client, account] of this.#byClient) {
      account.decay()
      for (const exchange of account.unread) if (Number(exchange.answered) < end) this.#end(exchange)
      if (this.#byClient.size > MAX_ACCOUNTS && account.isIdle) this.#byClient.delete(client)
    }
  }

  /** Closes the connections without a request. Node closes only those that have had one. */
  closeSilent(): void {
    for (const { connections } of this.#byClient.values())
      for (const socket of connections) if (this.#pipelining.isSilent(socket)) socket.destroy()
  }

  /** Returns the most that one client holds of each resource, and its share of the time of the event loop. */
  largest(): Record<Resource | 'time', number> {
    const most = { connections: 0, requests: 0, bytes: 0, waiting: 0, time: 0 }
    for (const account of this.#byClient.values()) {
      for (const resource of Object.keys(this.held) as Resource[])
        most[resource] = Math.max(most[resource], account.of(resource))
      most.time = Math.max(most.time, account.load)
    }
    return most
  }

  #account(client: string): Account {
    const known = this.#byClient.get(client)
    if (known) return known
    const account = new Account(client)
    this.#byClient.set(client, account)
    return account
  }

  /**
   * Returns the account that holds most of a resource, which gives way to a new item of this one. Returns undefined if
   * that client would then hold as many, since two clients could evict each other without end.
   */
  #largerThan(account: Account, resource: Resource): Account | undefined {
    const largest = this.#most(resource)
    return largest && account.of(resource) + 1 < largest.of(resource) ? largest : undefined
  }

  #most(resource: Resource): Account | undefined {
    let largest: Account | undefined
    for (const account of this.#byClient.values())
      if (!largest || account.of(resource) > largest.of(resource)) largest = account
    return largest
  }

  #hold(exchange: Exchange, bytes: number): void {
    const { account } = exchange
    exchange.bytes += bytes
    account.bytes += bytes
    this.held.bytes += bytes
    const { mostClientBytes, mostBytes } = this.#limits
    while (account.bytes > mostClientBytes && account.unread.size > 1) this.#endOldest(account)
    while (this.held.bytes > mostBytes) {
      const largest = this.#most('bytes')
      if (!largest || largest.requests.size < 2) break
      this.#endOldest(largest)
    }
  }

  /** A client that reads has its oldest response soon. */
  #endOldest({ requests, unread }: Account): void {
    const [oldest] = unread.size > 0 ? unread : requests
    this.refused.bytes += 1
    if (oldest) this.#end(oldest)
  }

  #end(exchange: Exchange): void {
    exchange.request.socket.destroy()
    this.#release(exchange)
  }

  #release(exchange: Exchange): void {
    const { account, bytes } = exchange
    if (!account.requests.delete(exchange)) return
    account.unread.delete(exchange)
    account.bytes -= bytes
    this.held.requests -= 1
    this.held.bytes -= bytes
  }
}
