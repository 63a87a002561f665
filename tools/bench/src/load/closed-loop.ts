import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The responses of a closed loop, by their status. */
export interface Counts {
  readonly successful: number
  readonly refused: number
}

/** Connections opened together. The system drops connections beyond its backlog. */
const OPENED_TOGETHER = 500
const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

/**
 * Clients that send their next request as soon as they have a response, also after a 503: they ignore `Retry-After`.
 * Each has its own connection. autocannon does the same for a few connections. With thousands of them it takes more
 * CPU time than the server, on the same machine.
 */
export class ClosedLoop {
  readonly #next: () => string
  readonly #sockets: Socket[] = []
  #active = 0
  #pending = 0
  #counts = { successful: 0, refused: 0 }
  #onIdle = () => {}
  #failure: Error | undefined

  private constructor(next: () => string) {
    this.#next = next
  }

  /**
   * Opens connections, and sends a first request on each: the server closes a connection that never sends one.
   *
   * @param next the path of the next request
   */
  static async open(origin: string, connections: number, next: () => string): Promise<ClosedLoop> {
    const loop = new ClosedLoop(next)
    const port = Number(new URL(origin).port)
    for (let left = connections; left > 0; left -= OPENED_TOGETHER) {
      const count = Math.min(left, OPENED_TOGETHER)
      await Promise.all(Array.from({ length: count }, () => loop.#connect(port)))
    }
    await loop.stop()
    return loop
  }

  /** The responses so far. */
  get counts(): Counts {
    return { ...this.#counts }
  }

  /** Sends requests on the first connections. */
  start(connections: number): void {
    this.#active = connections
    this.#pending = connections
    for (const socket of this.#sockets.slice(0, connections)) this.#send(socket)
  }

  /**
   * Sends no more, and waits for the responses under way.
   *
   * @throws Error when a connection has ended, or for a response with another status than 200 and 503
   */
  async stop(): Promise<void> {
    this.#active = 0
    await new Promise<void>(resolve => {
      this.#onIdle = resolve
      if (this.#pending === 0 || this.#failure) resolve()
    })
    if (this.#failure) throw this.#failure
  }

  end(): void {
    for (const socket of this.#sockets) socket.removeAllListeners('close').destroy()
  }

  async #connect(port: number): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const index = this.#sockets.push(socket) - 1
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    /** Bytes of the current response that have not arrived yet. */
    let missing = 0
    socket.on('data', chunk => {
      if (missing === 0) missing = this.#count(chunk)
      missing -= chunk.length
      if (missing !== 0) return
      if (index < this.#active) this.#send(socket)
      else if (--this.#pending === 0) this.#onIdle()
    })
    socket.once('close', () => this.#fail('a connection was closed'))
    this.#pending += 1
    this.#send(socket)
  }

  #send(socket: Socket): void {
    socket.write(`GET ${this.#next()} HTTP/1.1\r\nhost: bench\r\n\r\n`)
  }

  /** Counts a response by its first bytes, which have its whole head. Returns its length. */
  #count(chunk: Buffer): number {
    const end = chunk.indexOf(HEAD_END)
    const head = chunk.toString('latin1', 0, end)
    if (head.startsWith('200', 9)) this.#counts.successful += 1
    else if (head.startsWith('503', 9)) this.#counts.refused += 1
    else this.#fail(`expected 200 or 503, got ${head.split('\r\n', 1)[0]}`)
    return end + HEAD_END.length + Number(LENGTH.exec(head)?.[1])
  }

  #fail(message: string): void {
    this.#failure ??= new Error(message)
    this.#onIdle()
  }
}
