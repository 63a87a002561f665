import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/** A client of one URL on one connection, which counts its requests and bytes. */
export class Watcher {
  requests = 0
  /** The block and the time of each response with a change; milliseconds on the clock of `performance.now()`. */
  changes: { readonly height: number; readonly at: number }[] = []
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #sockets = new Set<Socket>()
  #etag: string | undefined
  #hasEnded = false
  #bytesBefore = 0

  constructor(url: string) {
    this.#url = url
  }

  /** Bytes of its requests and responses. */
  get bytes(): number {
    const bytes = [...this.#sockets].map(({ bytesRead, bytesWritten }) => bytesRead + bytesWritten)
    return bytes.reduce((sum, one) => sum + one, 0) - this.#bytesBefore
  }

  /** Counts from here. */
  reset(): void {
    this.requests = 0
    this.changes = []
    this.#bytesBefore += this.bytes
  }

  /** Follows the URL with long polling until its end. */
  async wait(seconds: number): Promise<void> {
    while (!this.#hasEnded) await this.#ask({ prefer: `wait=${seconds}` }).catch(() => undefined)
  }

  /** Requests the URL at an interval until its end, with `If-None-Match` or without. */
  async poll(interval: number, isConditional: boolean): Promise<void> {
    while (!this.#hasEnded) {
      if (!isConditional) this.#etag = undefined
      await Promise.all([this.#ask({}).catch(() => undefined), wait(interval)])
    }
  }

  end(): void {
    this.#hasEnded = true
    this.#agent.destroy()
  }

  async #ask(headers: Record<string, string>): Promise<void> {
    this.requests += 1
    const tag = this.#etag === undefined ? {} : { 'if-none-match': this.#etag }
    const received = await this.#send({ ...headers, ...tag })
    const { etag } = received.headers
    if (received.status === 200 && this.#etag !== undefined)
      this.changes.push({ height: Number(received.headers['x-block-height']), at: performance.now() })
    if (etag !== undefined) this.#etag = etag
  }

  #send(headers: Record<string, string>): Promise<Received> {
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    const sent = request(this.#url, { agent: this.#agent, headers }, response => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
    sent
      .once('socket', socket => this.#sockets.add(socket))
      .once('error', reject)
      .end()
    return promise
  }
}
