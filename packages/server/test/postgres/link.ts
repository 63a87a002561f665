import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { atEnd } from '../at-end.ts'

/** The error of PgBouncer, as a message of PostgreSQL: its type, length and fields. */
const FIELDS = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
const REFUSAL = Buffer.concat([
  Buffer.from('E'),
  Buffer.from([0, 0, 0, FIELDS.length + 4]),
  Buffer.from(FIELDS),
])

/** A network connection to a server on this machine. The test cuts it, freezes it, or lets it lead to another server. */
export class Link {
  /** The port of the server. */
  target: number
  /** While it is frozen, it passes nothing on, and says so to nobody. */
  isFrozen = false
  /** While it refuses settings of a connection, as PgBouncer does without `ignore_startup_parameters`. */
  refusesSettings = false
  readonly #listener: Server
  readonly #sockets = new Set<Socket>()
  #isDown = false

  private constructor(target: number) {
    this.target = target
    this.#listener = createServer(client => this.#accept(client))
  }

  /** Opens a connection to the server of a URL, until the end of the test or of the file. */
  static async open(server: string): Promise<Link> {
    const link = new Link(Number(new URL(server).port))
    link.#listener.listen(0, '127.0.0.1')
    await once(link.#listener, 'listening')
    atEnd(() => {
      link.#listener.close()
      link.cut()
    })
    return link
  }

  /** Returns the URL of a server by this connection. */
  urlOf(server: string): string {
    const url = new URL(server)
    url.port = String(this.port)
    return url.href
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port
  }

  /** While it is down, it refuses connections. */
  get isDown(): boolean {
    return this.#isDown
  }

  set isDown(isDown: boolean) {
    this.#isDown = isDown
    if (isDown) this.cut()
  }

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #accept(client: Socket): void {
    if (this.#isDown) {
      client.destroy()
      return
    }
    if (!this.refusesSettings) {
      this.#pass(client)
      return
    }
    // The first message of a client has its settings.
    client.once('data', first => {
      if (first.includes('\0options\0')) client.end(REFUSAL)
      else this.#pass(client).write(first)
    })
  }

  #pass(client: Socket): Socket {
    const server = connect(this.target, '127.0.0.1')
    this.#relay(client, server)
    this.#relay(server, client)
    return server
  }

  #relay(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from
      .setNoDelay()
      .on('data', chunk => {
        if (!this.isFrozen) to.write(chunk)
      })
      .on('error', () => undefined)
      .once('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
  }
}
