import { Agent, type IncomingMessage, request } from 'node:http'
import { count } from './table.ts'

/** A client that follows one URL with long polling, on one connection. */
export class Watcher {
  /** The block and the time of each response with a change; milliseconds on the clock of `performance.now()`. */
  readonly changes: { readonly height: number; readonly at: number }[] = []
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #etag: string | undefined
  #hasEnded = false

  constructor(url: string) {
    this.#url = url
  }

  /** Waits for changes until its end. A request may take so many seconds. */
  async wait(seconds: number): Promise<void> {
    while (!this.#hasEnded) {
      const response = await this.#send(seconds).catch(() => undefined)
      if (response?.statusCode === 200 && this.#etag !== undefined)
        this.changes.push({ height: Number(response.headers['x-block-height']), at: performance.now() })
      this.#etag = response?.headers.etag ?? this.#etag
    }
  }

  end(): void {
    this.#hasEnded = true
    this.#agent.destroy()
  }

  #send(seconds: number): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const tag = this.#etag === undefined ? {} : { 'if-none-match': this.#etag }
    const headers = { prefer: `wait=${seconds}`, ...tag }
    request(this.#url, { agent: this.#agent, headers }, response => {
      response.resume().once('end', () => resolve(response))
    })
      .once('error', reject)
      .end()
    return promise
  }
}

/**
 * The times from blocks to the responses that they changed, as a text.
 *
 * @param blocks the time of each block by its height, on the clock of `performance.now()`
 */
export function delaysText(watchers: readonly Watcher[], blocks: ReadonlyMap<number, number>): string {
  const delays = watchers
    .flatMap(({ changes }) => changes)
    .map(({ height, at }) => at - (blocks.get(height) ?? at))
    .sort((a, b) => a - b)
  const quantile = (share: number) => `${(delays[Math.floor(delays.length * share)] ?? 0).toFixed(0)} ms`
  return `median ${quantile(0.5)}, p99 ${quantile(0.99)} of ${count(delays.length)}`
}
