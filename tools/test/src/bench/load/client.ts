import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LoadRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The expected status. */
  readonly status: number
}

export interface LoadResponse {
  /** 0 when the server has closed the connection. */
  readonly status: number
  /** Its size, with its head. */
  readonly bytes: number
  /** Its status line and headers. */
  readonly head: string
}

/** A request for a path without headers, which succeeds. */
export const get = (path: string): LoadRequest => ({ path, headers: {}, status: 200 })

const CLOSED: LoadResponse = { status: 0, bytes: 0, head: '' }

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)/i
/** Connections opened together. The system drops connections beyond its backlog. */
const OPENED_TOGETHER = 500

/**
 * A kept connection for one request at a time. It reads nothing of a response but its status and its length. With
 * thousands of connections, a complete HTTP client takes more CPU time than the server, on the same machine.
 */
export class Client {
  readonly #socket: Socket
  /** Bytes of the current response that have not arrived yet. */
  #missing = 0
  #response = CLOSED
  #onResponse = (_response: LoadResponse) => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.once('close', () => this.#onResponse(CLOSED))
    socket.on('data', chunk => {
      if (this.#missing === 0) this.#begin(chunk)
      this.#missing -= chunk.length
      if (this.#missing === 0) this.#onResponse(this.#response)
    })
  }

  static async open(origin: string): Promise<Client> {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Client(socket)
  }

  /** Returns when the response is complete. */
  async request({ path, headers }: Omit<LoadRequest, 'status'>): Promise<LoadResponse> {
    if (this.#socket.destroyed) return CLOSED
    const lines = Object.entries({ host: 'bench', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    this.#socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    return new Promise(resolve => {
      this.#onResponse = resolve
    })
  }

  end(): void {
    this.#socket.destroy()
  }

  /** Reads the head of a response from its first bytes, which have all of it. A 304 has no body and no length. */
  #begin(chunk: Buffer): void {
    const end = chunk.indexOf(HEAD_END)
    const head = chunk.toString('latin1', 0, end)
    this.#missing = end + HEAD_END.length + Number(LENGTH.exec(head)?.[1] ?? 0)
    this.#response = { status: Number(head.slice(9, 12)), bytes: this.#missing, head }
  }
}

/**
 * Opens clients, and lets each send a first request: a server closes a connection that sends none. The caller disposes of
 * them.
 */
export async function openClients(origin: string, number: number, next: () => LoadRequest) {
  const clients: Client[] = []
  while (clients.length < number) {
    const length = Math.min(number - clients.length, OPENED_TOGETHER)
    clients.push(...(await Promise.all(Array.from({ length }, () => Client.open(origin)))))
  }
  await Promise.all(clients.map(client => client.request(next())))
  const end = () => {
    for (const client of clients) client.end()
  }
  return Object.assign(clients, { [Symbol.dispose]: end })
}
