import { connect, type Socket } from 'node:net'
import { AnswerReader } from './answer-reader.ts'

/** What became of a request. */
export interface Outcome {
  /** HTTP status; 0 when its connection broke or nothing came in time. */
  readonly status: number
  /** When it was sent and when its answer was complete, in milliseconds since the load began. */
  readonly sent: number
  readonly done: number
}

/** Connections at most; beyond them, requests are not sent. */
const MAX_CONNECTIONS = 10_000
/** How long answers are waited for after the last request, in milliseconds. */
const PATIENCE = 20_000

/**
 * Offers a server on this machine so many requests a second, whether or not it keeps up: a request goes out when it is
 * due, on a connection that has none under way. Gives what became of each one sent.
 */
export async function offerLoad(
  port: number,
  paths: readonly string[],
  { perSecond, milliseconds }: { perSecond: number; milliseconds: number },
): Promise<Outcome[]> {
  const requests = paths.map(path => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`))
  const outcomes: Outcome[] = []
  const idle: Line[] = []
  const lines: Line[] = []
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const started = performance.now()
  let due = 0
  let underWay = 0

  const send = (line: Line, sent: number) => {
    underWay += 1
    line.ask(requests[due % requests.length] as Buffer, status => {
      underWay -= 1
      const done = performance.now() - started
      outcomes.push({ status, sent, done })
      if (status !== 0) idle.push(line)
      if (underWay === 0 && done >= milliseconds) resolve()
    })
  }
  const sendDue = () => {
    const now = performance.now() - started
    for (; (due * 1000) / perSecond < Math.min(now, milliseconds); due += 1) {
      let line = idle.pop()
      if (line === undefined && lines.length < MAX_CONNECTIONS) {
        line = new Line(port)
        lines.push(line)
      }
      if (line) send(line, now)
    }
    if (now < milliseconds) setImmediate(sendDue)
    else if (underWay === 0) resolve()
  }
  sendDue()
  const timer = setTimeout(resolve, milliseconds + PATIENCE)
  await answered
  clearTimeout(timer)
  // What is still under way breaks, and counts as failed.
  for (const line of lines) line.close()
  return outcomes
}

/** A connection with one request under way at most. */
class Line {
  readonly #socket: Socket
  #answered: ((status: number) => void) | undefined
  readonly #answers = new AnswerReader()

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', chunk => this.#receive(chunk))
    this.#socket.on('error', () => undefined)
    this.#socket.once('close', () => this.#complete(0))
  }

  ask(request: Buffer, answered: (status: number) => void): void {
    this.#answered = answered
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.destroy()
    this.#complete(0)
  }

  #receive(chunk: Buffer): void {
    const statusLine = this.#answers.take(chunk)
    if (statusLine !== undefined) this.#complete(Number(statusLine.split(' ')[1]))
  }

  #complete(status: number): void {
    const answered = this.#answered
    this.#answered = undefined
    answered?.(status)
  }
}
