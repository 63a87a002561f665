import { Connection } from './connection.ts'

/** The responses of a closed loop, by their status. */
export interface Counts {
  readonly successful: number
  readonly refused: number
}

/**
 * Clients that send their next request as soon as they have a response, also after a 503: they ignore `Retry-After`.
 * Each has its own connection.
 */
export class ClosedLoop {
  readonly #next: () => string
  #connections: readonly Connection[] = []
  /** The connections that send another request after a response. */
  #active: ReadonlySet<Connection> = new Set()
  #pending = 0
  #counts = { successful: 0, refused: 0 }
  #onIdle = () => {}
  #failure: Error | undefined

  private constructor(next: () => string) {
    this.#next = next
  }

  /**
   * Opens connections, and sends a first request on each.
   *
   * @param next the path of the next request
   */
  static async open(origin: string, connections: number, next: () => string): Promise<ClosedLoop> {
    const loop = new ClosedLoop(next)
    const onResponse = (connection: Connection, status: number) => loop.#count(connection, status)
    loop.#connections = await Connection.openAll(origin, connections, onResponse)
    loop.start(connections)
    await loop.stop()
    return loop
  }

  /** The responses so far. */
  get counts(): Counts {
    return { ...this.#counts }
  }

  /** Sends requests on the first connections. */
  start(connections: number): void {
    this.#active = new Set(this.#connections.slice(0, connections))
    this.#pending = connections
    for (const connection of this.#active) connection.send(this.#next())
  }

  /**
   * Sends no more, and waits for the responses under way.
   *
   * @throws Error when a connection has ended, or for a response with another status than 200 and 503
   */
  async stop(): Promise<void> {
    this.#active = new Set()
    await new Promise<void>(resolve => {
      this.#onIdle = resolve
      if (this.#pending === 0 || this.#failure) resolve()
    })
    if (this.#failure) throw this.#failure
  }

  end(): void {
    for (const connection of this.#connections) connection.end()
  }

  #count(connection: Connection, status: number): void {
    if (status === 200) this.#counts.successful += 1
    else if (status === 503) this.#counts.refused += 1
    else {
      this.#failure ??= new Error(
        status === 0 ? 'a connection was closed' : `expected 200 or 503, got ${status}`,
      )
      this.#onIdle()
    }
    if (this.#active.has(connection)) connection.send(this.#next())
    else if (--this.#pending === 0) this.#onIdle()
  }
}
