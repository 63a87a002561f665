import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from './connection.ts'

/** The response to a request that clients have sent. */
export interface Response {
  /** HTTP status; 0 when the server has closed the connection. */
  readonly status: number
  /** Times of sending and of the complete response, in milliseconds since the load began. */
  readonly sent: number
  readonly done: number
}

export interface Offered {
  readonly responses: readonly Response[]
  /** Number of requests that were due while all connections waited for a response. They were not sent. */
  readonly unsent: number
}

const TICK_MS = 1

/**
 * Clients that offer requests at a fixed rate, whether or not the server keeps up, on connections that stay open. A
 * rate of new connections would be another load: a new connection costs as much as a small response.
 */
export class OpenClients {
  readonly #next: () => string
  #connections: readonly Connection[] = []
  /** The longest idle one first, so that none stays idle until the server closes it. */
  readonly #idle = new Set<Connection>()
  readonly #sent = new Map<Connection, number>()
  #responses: Response[] = []
  #started = performance.now()
  #onAnswered = () => {}

  private constructor(next: () => string) {
    this.#next = next
  }

  /** @param next the path of the next request */
  static async open(origin: string, connections: number, next: () => string): Promise<OpenClients> {
    const clients = new OpenClients(next)
    const onResponse = (connection: Connection, status: number) => clients.#done(connection, status)
    clients.#connections = await Connection.openAll(origin, connections, onResponse)
    for (const connection of clients.#connections) clients.#send(connection)
    await clients.#answered()
    return clients
  }

  /** Offers requests for so many milliseconds, and waits for the responses. */
  async offer(load: { perSecond: number; milliseconds: number }): Promise<Offered> {
    const { perSecond, milliseconds } = load
    this.#responses = []
    this.#started = performance.now()
    let unsent = 0
    for (let due = 0; ; await wait(TICK_MS)) {
      const now = performance.now() - this.#started
      for (; (due * 1000) / perSecond < Math.min(now, milliseconds); due += 1) {
        const [connection] = this.#idle
        if (connection) this.#send(connection)
        else unsent += 1
      }
      if (now >= milliseconds) break
    }
    await this.#answered()
    return { responses: this.#responses, unsent }
  }

  end(): void {
    for (const connection of this.#connections) connection.end()
  }

  #send(connection: Connection): void {
    this.#idle.delete(connection)
    this.#sent.set(connection, performance.now() - this.#started)
    connection.send(this.#next())
  }

  #done(connection: Connection, status: number): void {
    const sent = this.#sent.get(connection)
    if (sent !== undefined) this.#responses.push({ status, sent, done: performance.now() - this.#started })
    this.#sent.delete(connection)
    if (status === 0) this.#idle.delete(connection)
    else this.#idle.add(connection)
    if (this.#sent.size === 0) this.#onAnswered()
  }

  /** Waits for all responses. */
  async #answered(): Promise<void> {
    if (this.#sent.size === 0) return
    await new Promise<void>(resolve => {
      this.#onAnswered = resolve
    })
  }
}
