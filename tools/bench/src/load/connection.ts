import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

/**
 * A kept connection for one request at a time. It reads nothing of a response but its status and its length. With
 * thousands of connections, a complete HTTP client takes more CPU time than the server, on the same machine.
 */
export class Connection {
  readonly #socket: Socket
  /** Bytes of the current response that have not arrived yet. */
  #missing = 0
  #status = 0
  #onResponse = (_status: number) => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.once('close', () => this.#onResponse(0))
    socket.on('data', chunk => {
      if (this.#missing === 0) this.#begin(chunk)
      this.#missing -= chunk.length
      if (this.#missing === 0) this.#onResponse(this.#status)
    })
  }

  /** Opens a connection. The server closes one that never sends a request, so send one soon. */
  static async open(origin: string): Promise<Connection> {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  /** Returns the status of the complete response; 0 when the server has closed the connection. */
  async request(path: string): Promise<number> {
    if (!this.isOpen) return 0
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`)
    return new Promise(resolve => {
      this.#onResponse = resolve
    })
  }

  end(): void {
    this.#socket.destroy()
  }

  /** Reads the head of a response from its first bytes, which have all of it. */
  #begin(chunk: Buffer): void {
    const end = chunk.indexOf(HEAD_END)
    const head = chunk.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    this.#missing = end + HEAD_END.length + Number(LENGTH.exec(head)?.[1])
  }
}

/** The maximum number of connections of a process here, up to a wanted number. */
export function possibleConnections(wanted: number): number {
  const { userLimits } = process.report.getReport() as unknown as {
    userLimits: { open_files: { soft: number | 'unlimited' } }
  }
  const { soft } = userLimits.open_files
  // Some files are open for other purposes.
  return soft === 'unlimited' ? wanted : Math.min(wanted, soft - 200)
}
