import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from '../child.ts'

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

  static async open(origin: string): Promise<Client> {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Client(socket)
  }

  /** Returns the status of the complete response; 0 when the server has closed the connection. */
  async request(path: string): Promise<number> {
    if (this.#socket.destroyed) return 0
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

/** Opens clients, and lets each send a first request: a server closes a connection that sends none. */
export async function openClients(origin: string, number: number, next: () => string): Promise<Client[]> {
  const clients: Client[] = []
  while (clients.length < number) {
    const length = Math.min(number - clients.length, OPENED_TOGETHER)
    clients.push(...(await Promise.all(Array.from({ length }, () => Client.open(origin)))))
  }
  await Promise.all(clients.map(client => client.request(next())))
  return clients
}

/**
 * Lets each client send its next request as soon as it has a response, also after a 503: they ignore `Retry-After`.
 * Measures for so many milliseconds after a warm-up. Returns successful responses per second, the same per second of CPU
 * time of the server, the time in which 99 of 100 of them came, in milliseconds, and the share of 503.
 *
 * @param next the path of the next request
 * @throws Error when a connection has ended, or for a response with another status than 200 and 503
 */
export async function saturate(
  server: Child,
  clients: readonly Client[],
  next: () => string,
  { warmUp, milliseconds }: { warmUp: number; milliseconds: number },
) {
  const counts = { 200: 0, 503: 0 }
  const times: number[] = []
  let isOver = false
  const repeat = async (client: Client) => {
    while (!isOver) {
      const sent = performance.now()
      const status = await client.request(next())
      if (status !== 200 && status !== 503) throw new Error(`expected 200 or 503, got ${status}`)
      counts[status] += 1
      if (status === 200) times.push(performance.now() - sent)
    }
  }
  const measure = async () => {
    await wait(warmUp)
    const before = { ...counts, cpu: await server.cpu(), at: performance.now() }
    times.length = 0
    await wait(milliseconds)
    const [successful, refused] = [counts[200] - before[200], counts[503] - before[503]]
    const rate = (1000 * successful) / (performance.now() - before.at)
    const perCpuSecond = successful / ((await server.cpu()) - before.cpu)
    isOver = true
    const p99 = times.sort((a, b) => a - b)[Math.floor(0.99 * times.length)] ?? Number.NaN
    return { rate, perCpuSecond, p99, refused: refused / Math.max(1, successful + refused) }
  }
  const [figures] = await Promise.all([measure(), ...clients.map(repeat)])
  return figures
}
