import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Account, type Answering, EXCHANGE, type Exchange, Holding, headBytes } from './account.ts'
import type { Accounts } from './accounts.ts'
import { type ConnectionLimits, closeUnread, dropBodies } from './connection-limits.ts'

/** The requests of a connection without a complete response. Only the first one is under way. */
type Requests = Exchange[]

/** The connections of all clients, their requests, and the responses that they have not read. */
export class Connections {
  readonly #accounts: Accounts
  readonly #limits: ConnectionLimits
  readonly #connections = new Map<Socket, Requests>()

  constructor(accounts: Accounts, limits: ConnectionLimits) {
    this.#accounts = accounts
    this.#limits = limits
  }

  /** Adds a connection. When the process can open no more, the client with the most of them loses its oldest. */
  connect(socket: Socket): void {
    const account = this.#accounts.ofConnection(socket)
    const { mostConnections } = this.#limits
    const holding = this.#accounts.hold(account, 'connections', () => socket.destroy(), mostConnections)
    if (!holding) return void socket.destroy()
    const requests: Requests = []
    this.#connections.set(socket, requests)
    const giveBack = dropBodies(socket)
    socket.once('close', () => {
      giveBack?.()
      holding.release()
      this.#connections.delete(socket)
      for (const { holding } of requests.splice(0)) holding.release()
    })
  }

  /**
   * Adds a request. It starts when the one before it has left: so a connection holds one response at most.
   *
   * @param start begins the work; not called if the connection is closed, or has too many requests
   */
  begin(request: IncomingMessage, response: Answering, start: (exchange: Exchange) => void): void {
    const { socket } = request
    const requests = this.#connections.get(socket)
    // Another request has just closed it.
    if (!requests || socket.destroyed) return
    const account = this.#accounts.of(request)
    const bytes = headBytes(request)
    const isLong = requests.length >= this.#limits.mostUnanswered
    // Ending an older request instead would let each new connection send all of its requests first.
    if (isLong || account.held.bytes + bytes > this.#limits.mostClientBytes) {
      this.#accounts.refused[isLong ? 'unanswered' : 'bytes'] += 1
      closeUnread(socket)
      return
    }
    const holding = new Holding(account, 'requests', () => closeUnread(socket))
    const exchange: Exchange = { request, response, account, holding, start: () => start(exchange) }
    response[EXCHANGE] = exchange
    requests.push(exchange)
    response.once('close', () => {
      holding.release()
      if (requests[0] !== exchange) return
      requests.shift()
      if (!socket.destroyed) requests[0]?.start()
    })
    this.#grow(exchange, bytes)
    if (requests[0] === exchange) start(exchange)
  }

  /** Notes that a response is sent. It stays in memory until its client has read it. */
  answered({ [EXCHANGE]: exchange }: Answering, bytes: number): void {
    exchange?.place?.end()
    // Rows of a database may come after the client has left.
    if (!exchange?.holding.isHeld) return
    exchange.account.unread.add(exchange.holding)
    this.#grow(exchange, bytes)
  }

  /** Closes the connections without a request. Node closes only those that have had one. */
  closeSilent(): void {
    for (const [socket, requests] of this.#connections) if (requests.length === 0) socket.destroy()
  }

  /** Adds memory to a request. Beyond a limit, its client or the one with the most memory loses its oldest. */
  #grow({ account, holding }: Exchange, bytes: number): void {
    holding.grow(bytes)
    const { mostClientBytes, mostBytes } = this.#limits
    while (account.held.bytes > mostClientBytes && this.#endOldest(account, holding));
    while (this.#accounts.held.bytes > mostBytes) {
      const largest = this.#accounts.largestBy('bytes')
      if (!largest || !this.#endOldest(largest, holding)) break
    }
  }

  /** Ends the oldest response of a client that is not read, else its oldest request. Returns false if it has no other. */
  #endOldest({ unread, holdings }: Account, except: Holding): boolean {
    for (const holding of [...unread, ...holdings.requests]) {
      if (holding === except) continue
      this.#accounts.refused.bytes += 1
      holding.end()
      return true
    }
    return false
  }
}
