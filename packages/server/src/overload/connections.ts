import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Answering, EXCHANGE, type Exchange, Holding, headBytes } from './account.ts'
import type { Accounts } from './accounts.ts'
import { type ConnectionLimits, closeUnread } from './connection-limits.ts'

/** A connection, and its requests without a complete response. Only the first one is under way. */
interface Connection {
  readonly exchanges: { readonly exchange: Exchange; readonly start: () => void }[]
}

/** The connections of all clients, their requests, and the responses that they have not read. */
export class Connections {
  readonly #accounts: Accounts
  readonly #limits: ConnectionLimits
  readonly #connections = new Map<Socket, Connection>()

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
    const connection: Connection = { exchanges: [] }
    this.#connections.set(socket, connection)
    socket.once('close', () => {
      holding.release()
      this.#connections.delete(socket)
      for (const { exchange } of connection.exchanges.splice(0)) this.#release(exchange)
    })
  }

  /**
   * Adds a request. It starts when the one before it has left: so a connection holds one response at most.
   *
   * @param start begins the work; not called if the connection is closed, or has too many requests
   */
  begin(request: IncomingMessage, response: Answering, start: (exchange: Exchange) => void): void {
    const { socket } = request
    const connection = this.#connections.get(socket)
    // Another request has just closed it.
    if (!connection || socket.destroyed) return
    const account = this.#accounts.of(request)
    const bytes = headBytes(request)
    const { exchanges } = connection
    const isLong = exchanges.length >= this.#limits.mostUnanswered
    if (isLong || account.held.bytes + bytes > this.#limits.mostClientBytes) {
      this.#accounts.refused[isLong ? 'unanswered' : 'bytes'] += 1
      closeUnread(socket)
      return
    }
    const holding = new Holding(account, 'requests', () => socket.destroy())
    const exchange: Exchange = { request, response, account, holding }
    response[EXCHANGE] = exchange
    exchanges.push({ exchange, start: () => start(exchange) })
    response.once('close', () => {
      this.#release(exchange)
      if (exchanges[0]?.exchange !== exchange) return
      exchanges.shift()
      if (!socket.destroyed) exchanges[0]?.start()
    })
    this.#hold(exchange, bytes)
    if (exchanges[0]?.exchange === exchange) start(exchange)
  }

  /** Notes that a response is sent. It stays in memory until its client has read it. */
  answered({ [EXCHANGE]: exchange }: Answering, bytes: number): void {
    // Rows of a database may come after the client has left.
    if (!exchange?.holding.isHeld) return
    exchange.done?.()
    exchange.account.unread.add(exchange.holding)
    this.#hold(exchange, bytes)
  }

  /** Closes the connections without a request. Node closes only those that have had one. */
  closeSilent(): void {
    for (const [socket, { exchanges }] of this.#connections) if (exchanges.length === 0) socket.destroy()
  }

  #hold({ account, holding }: Exchange, bytes: number): void {
    holding.grow(bytes)
    const { mostClientBytes, mostBytes } = this.#limits
    while (account.held.bytes > mostClientBytes && this.#endOldest(account.unread, holding));
    while (this.#accounts.held.bytes > mostBytes) {
      const { unread, holdings } = this.#accounts.largestByBytes()
      // A client that reads has its oldest response soon.
      if (!this.#endOldest(unread, holding) && !this.#endOldest(holdings.requests, holding)) break
    }
  }

  /** Ends the oldest of these requests, but not the given one. Returns false if there is no other. */
  #endOldest(requests: ReadonlySet<Holding>, except: Holding): boolean {
    for (const holding of requests) {
      if (holding === except) continue
      this.#accounts.refused.bytes += 1
      holding.end()
      return true
    }
    return false
  }

  #release({ holding, done }: Exchange): void {
    holding.release()
    done?.()
  }
}
