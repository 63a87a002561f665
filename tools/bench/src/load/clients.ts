import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from './connection.ts'
import type { Contender } from './contender.ts'

/** The response to a request that clients have sent. */
export interface Response {
  /** HTTP status; 0 when the server has closed the connection. */
  readonly status: number
  /** Times of sending and of the complete response, in milliseconds since the load began. */
  readonly sent: number
  readonly done: number
}

/** Connections opened together. The system drops connections beyond its backlog. */
const OPENED_TOGETHER = 500
const TICK_MS = 1

/**
 * Clients with one connection each, which stays open. A rate of new connections would be another load: a new connection
 * costs as much as a small response.
 */
export class Clients {
  readonly #next: () => string
  readonly #connections: Connection[] = []
  /** The longest idle one first, so that none stays idle until the server closes it. */
  readonly #idle = new Set<Connection>()

  private constructor(next: () => string) {
    this.#next = next
  }

  /**
   * Opens connections, and sends a first request on each.
   *
   * @param next the path of the next request
   */
  static async open(origin: string, number: number, next: () => string): Promise<Clients> {
    const clients = new Clients(next)
    while (clients.#connections.length < number) {
      const length = Math.min(number - clients.#connections.length, OPENED_TOGETHER)
      const opened = Array.from({ length }, () => Connection.open(origin))
      clients.#connections.push(...(await Promise.all(opened)))
    }
    await Promise.all(clients.#connections.map(connection => clients.#send(connection)))
    return clients
  }

  /**
   * Open loop: sends requests at a fixed rate for so many milliseconds, whether or not the server keeps up, and waits for
   * the responses. autocannon closes the loop: a connection waits for its response before it sends the next request. An
   * overloaded server would slow such a load down, and the requests that wait longest would never be sent.
   *
   * @returns `unsent` is the number of requests that were due while all connections waited for a response
   */
  async offer({ perSecond, milliseconds }: { perSecond: number; milliseconds: number }) {
    const started = performance.now()
    const elapsed = () => performance.now() - started
    const responses: Response[] = []
    const sendOn = async (connection: Connection) => {
      const sent = elapsed()
      const status = await this.#send(connection)
      responses.push({ status, sent, done: elapsed() })
    }
    const pending: Promise<void>[] = []
    let unsent = 0
    for (let due = 0; ; await wait(TICK_MS)) {
      const now = elapsed()
      for (; (due * 1000) / perSecond < Math.min(now, milliseconds); due += 1) {
        const connection = this.#longestIdle()
        if (connection) pending.push(sendOn(connection))
        else unsent += 1
      }
      if (now >= milliseconds) break
    }
    await Promise.all(pending)
    return { responses, unsent }
  }

  /**
   * Closed loop: so many clients send their next request as soon as they have a response, also after a 503; they ignore
   * `Retry-After`. Measures for so many milliseconds, after a warm-up.
   *
   * @throws Error when a connection has ended, or for a response with another status than 200 and 503
   */
  async saturate(
    service: Contender,
    { clients, warmUp = 0, milliseconds }: { clients: number; warmUp?: number; milliseconds: number },
  ) {
    const counts = { 200: 0, 503: 0 }
    let isOver = false
    const repeat = async (connection: Connection) => {
      while (!isOver) {
        const status = await this.#send(connection)
        if (status !== 200 && status !== 503)
          throw new Error(`expected 200 or 503, got ${status || 'no response'}`)
        counts[status] += 1
      }
    }
    const measure = async () => {
      await wait(warmUp)
      const before = { ...counts }
      const cpuBefore = await service.cpu()
      const started = performance.now()
      await wait(milliseconds)
      const [successful, refused] = [counts[200] - before[200], counts[503] - before[503]]
      const seconds = (performance.now() - started) / 1000
      const cpuSeconds = ((await service.cpu()) - cpuBefore) / 1e6
      isOver = true
      return {
        /** Successful responses per second. */
        rate: successful / seconds,
        /** Successful responses per second of CPU time of the service. */
        perCpuSecond: successful / cpuSeconds,
        /** Share of the responses with 503. */
        refused: refused / Math.max(1, successful + refused),
      }
    }
    const [figures] = await Promise.all([measure(), ...this.#connections.slice(0, clients).map(repeat)])
    return figures
  }

  end(): void {
    for (const connection of this.#connections) connection.end()
  }

  #longestIdle(): Connection | undefined {
    for (const connection of this.#idle) {
      if (connection.isOpen) return connection
      this.#idle.delete(connection)
    }
    return undefined
  }

  async #send(connection: Connection): Promise<number> {
    this.#idle.delete(connection)
    const status = await connection.request(this.#next())
    if (status !== 0) this.#idle.add(connection)
    return status
  }
}
