import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './child.ts'
import { count, showStatus } from './table.ts'

/** Longer than a run, so that no wait ends without a change. */
export const WAIT_SECONDS = 600
/** Pause after a failure; milliseconds. */
const RETRY_MS = 1_000

/** A client that follows one URL with long polling, on one connection. */
export class Watcher {
  /** The block and the time of each response with a change; milliseconds on the clock of `performance.now()`. */
  readonly changes: { readonly height: number; readonly at: number }[] = []
  /** Number of requests after the first response that ended with neither a 200 nor a 304. */
  failures = 0
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #etag: string | undefined
  #hasEnded = false

  constructor(url: string) {
    this.#url = url
  }

  /** Waits for changes until its end. */
  async wait(): Promise<void> {
    while (!this.#hasEnded) {
      const response = await this.#send({ prefer: `wait=${WAIT_SECONDS}` }).catch(() => undefined)
      if (this.#hasEnded) return
      const isGood = response?.statusCode === 200 || response?.statusCode === 304
      if (response?.statusCode === 200 && this.#etag !== undefined)
        this.changes.push({ height: Number(response.headers['x-block-height']), at: performance.now() })
      if (!isGood && this.#etag !== undefined) this.failures += 1
      this.#etag = response?.headers.etag ?? this.#etag
      if (!isGood) await wait(RETRY_MS)
    }
  }

  end(): void {
    this.#hasEnded = true
    this.#agent.destroy()
  }

  /** Ends, and returns true if it has the current state. */
  async endsCurrent(): Promise<boolean> {
    this.end()
    return (await this.#send({})).statusCode === 304
  }

  #send(preference: { readonly prefer?: string }): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const tag = this.#etag === undefined ? {} : { 'if-none-match': this.#etag }
    request(this.#url, { agent: this.#agent, headers: { ...preference, ...tag } }, response => {
      response.resume().once('end', () => resolve(response))
    })
      .once('error', reject)
      .end()
    return promise
  }
}

/** Starts the clients, and returns when the service holds the requests of all. */
export async function hold(watchers: readonly Watcher[], service: Child): Promise<void> {
  for (const [index, watcher] of watchers.entries()) {
    void watcher.wait()
    // A burst would only test the queue.
    if (index % 50 === 49) await wait(20)
  }
  while ((await service.metrics())('trading_network_waiting_requests') < watchers.length) await wait(100)
}

/**
 * Writes blocks one by one. Returns the time from each to the responses that it changed, as a text.
 *
 * @param write returns the height of the block, and its time on the clock of `performance.now()`
 */
export async function delaysOf(
  watchers: readonly Watcher[],
  blocks: readonly string[][],
  blockTime: number,
  write: (lines: string[]) => Promise<readonly [height: number, at: number]>,
): Promise<string> {
  const written = new Map<number, number>()
  for (const [index, lines] of blocks.entries()) {
    showStatus(`block ${index + 1} of ${blocks.length}`)
    const next = wait(blockTime)
    written.set(...(await write(lines)))
    await next
  }
  await wait(1_000)
  const delays = watchers
    .flatMap(({ changes }) => changes)
    .map(({ height, at }) => at - (written.get(height) ?? Number.NaN))
    .filter(delay => !Number.isNaN(delay))
    .sort((a, b) => a - b)
  const quantile = (share: number) => `${(delays[Math.floor(delays.length * share)] ?? 0).toFixed(0)} ms`
  return `median ${quantile(0.5)}, p99 ${quantile(0.99)} of ${count(delays.length)}`
}

/** Ends all, and returns their losses as a text. */
export async function lossesOf(watchers: readonly Watcher[]): Promise<string> {
  const failures = watchers.reduce((sum, watcher) => sum + watcher.failures, 0)
  let lost = 0
  for (const watcher of watchers) if (!(await watcher.endsCurrent())) lost += 1
  return `failed requests: ${failures}; clients without the last state: ${lost}`
}
