import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i

/** Connections opened together. The system drops connections beyond its backlog. */
const OPENED_TOGETHER = 500

/** Called with the status of each complete response; 0 when the server has closed the connection. */
export type OnResponse = (connection: Connection, status: number) => void

/**
 * A kept connection for one request at a time. It reads nothing of a response but its status and its length. With
 * thousands of connections, a complete HTTP client takes more CPU time than the server, on the same machine.
 */
export class Connection {
  readonly #socket: Socket
  /** Bytes of the current response that have not arrived yet. */
  #missing = 0
  #status = 0

  private constructor(socket: Socket, onResponse: OnResponse) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.once('close', () => onResponse(this, 0))
    socket.on('data', chunk => {
      if (this.#missing === 0) this.#begin(chunk)
      this.#missing -= chunk.length
      if (this.#missing === 0) onResponse(this, this.#status)
    })
  }

  static async open(origin: string, onResponse: OnResponse): Promise<Connection> {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket, onResponse)
  }

  /** Opens many connections. The server closes a connection that never sends a request, so send one soon. */
  static async openAll(origin: string, number: number, onResponse: OnResponse): Promise<Connection[]> {
    const opened: Connection[] = []
    while (opened.length < number) {
      const count = Math.min(number - opened.length, OPENED_TOGETHER)
      opened.push(
        ...(await Promise.all(Array.from({ length: count }, () => Connection.open(origin, onResponse)))),
      )
    }
    return opened
  }

  send(path: string): void {
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`)
  }

  end(): void {
    this.#socket.removeAllListeners('close').destroy()
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
