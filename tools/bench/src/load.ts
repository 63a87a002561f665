import { connect, type Socket } from 'node:net'
import { AnswerReader } from './answer-reader.ts'

/** What a server answered to a burst of load. */
export interface Answered {
  readonly requests: number
  readonly bytes: number
  readonly seconds: number
}

/** A request as the load sends it, and the status that its answer must have. */
export interface LoadRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
}

const CONNECTIONS = 32

/**
 * Loads a server on this machine for so many milliseconds: on every connection the next request goes out as soon as
 * the answer before it is complete. Written on bare sockets, so that it costs less than the quickest server.
 *
 * @param awake whether it may take a whole core to itself
 * @throws Error when an answer has another status than its request expects
 */
export async function load(
  port: number,
  requests: readonly LoadRequest[],
  milliseconds: number,
  { awake = true }: { awake?: boolean } = {},
): Promise<Answered> {
  const texts = requests.map(({ path, headers, status }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return {
      bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}\r\n`),
      expected: `HTTP/1.1 ${status} `,
    }
  })
  let sent = Math.floor(Math.random() * texts.length)
  const next = () => texts[sent++ % texts.length] as (typeof texts)[number]
  const started = performance.now()
  const end = started + milliseconds
  // Waking a process that sleeps costs the server that wakes it, the more the slower it is: so never fall asleep.
  const stayAwake = () => {
    if (performance.now() < end) setImmediate(stayAwake)
  }
  if (awake) stayAwake()
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => new Connection(connect(port, '127.0.0.1'), next, end).done),
  )
  return {
    requests: counts.reduce((sum, { requests }) => sum + requests, 0),
    bytes: counts.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: (performance.now() - started) / 1000,
  }
}

interface Text {
  readonly bytes: Buffer
  readonly expected: string
}

class Connection {
  readonly done: Promise<{ requests: number; bytes: number }>
  readonly #socket: Socket
  readonly #next: () => Text
  readonly #end: number
  readonly #finish: (counts: { requests: number; bytes: number }) => void
  #requests = 0
  #bytes = 0
  #expected = ''
  readonly #answers = new AnswerReader()

  constructor(socket: Socket, next: () => Text, end: number) {
    const { promise, resolve, reject } = Promise.withResolvers<{ requests: number; bytes: number }>()
    this.done = promise
    this.#socket = socket
    this.#next = next
    this.#end = end
    this.#finish = resolve
    socket.setNoDelay(true)
    socket.once('connect', () => this.#send())
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', chunk => {
      try {
        this.#receive(chunk)
      } catch (error) {
        reject(error)
        socket.destroy()
      }
    })
  }

  #send(): void {
    const { bytes, expected } = this.#next()
    this.#expected = expected
    this.#socket.write(bytes)
  }

  #receive(chunk: Buffer): void {
    this.#bytes += chunk.length
    const statusLine = this.#answers.take(chunk)
    if (statusLine === undefined) return
    if (!statusLine.startsWith(this.#expected))
      throw new Error(`expected ${this.#expected}, got ${statusLine}`)
    this.#complete()
  }

  #complete(): void {
    this.#requests += 1
    if (performance.now() < this.#end) {
      this.#send()
      return
    }
    this.#finish({ requests: this.#requests, bytes: this.#bytes })
    this.#socket.destroy()
  }
}
