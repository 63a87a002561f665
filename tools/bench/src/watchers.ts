import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './child.ts'
import { count, showStatus } from './table.ts'

/** Longer than a run, so that no wait ends without a change. Seconds; an option of `serve`. */
export const MAX_WAIT = '600'

/** A response with a change: its block, and its time on the clock of `performance.now()`. */
interface Change {
  readonly height: number
  readonly at: number
}

/** Clients that follow a URL each with long polling, each on one connection. */
export class Watchers {
  readonly #service: Child
  readonly #paths: readonly string[]
  readonly #changes: Change[] = []
  readonly #agents: Agent[] = []
  #hasEnded = false

  constructor(service: Child, paths: readonly string[]) {
    this.#service = service
    this.#paths = paths
  }

  /** Returns when the service holds a request of each. */
  async start(): Promise<void> {
    const origin = await this.#service.address()
    for (const [index, path] of this.#paths.entries()) {
      void this.#follow(origin + path)
      // A burst would only test the queue.
      if (index % 50 === 49) await wait(20)
    }
    const isWaiting = async () => (await this.#service.metrics())('trading_network_waiting_requests')
    while ((await isWaiting()) < this.#paths.length) await wait(200)
  }

  /**
   * Writes blocks one by one. Returns the times from each to the responses that it changed, as a text.
   *
   * @param write writes the lines of a block, and returns the time from which its delays count
   */
  async delays(
    blocks: readonly (readonly string[])[],
    blockTime: number,
    write: (lines: readonly string[]) => number | Promise<number>,
  ): Promise<string> {
    const written = new Map<number, number>()
    for (const lines of blocks) {
      showStatus(`block ${written.size + 1} of ${blocks.length} for ${count(this.#paths.length)} clients`)
      const next = wait(blockTime)
      const { beginBlock } = JSON.parse(lines[0] ?? '') as { beginBlock: { height: string } }
      written.set(Number(beginBlock.height), await write(lines))
      await next
    }
    await wait(1_000)
    const delays = this.#changes
      .map(({ height, at }) => at - (written.get(height) ?? at))
      .sort((a, b) => a - b)
    const quantile = (share: number) => `${(delays[Math.floor(delays.length * share)] ?? 0).toFixed(0)} ms`
    return `median ${quantile(0.5)}, p99 ${quantile(0.99)} of ${count(delays.length)}`
  }

  [Symbol.dispose](): void {
    this.#hasEnded = true
    for (const agent of this.#agents) agent.destroy()
  }

  async #follow(url: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    this.#agents.push(agent)
    let etag: string | undefined
    while (!this.#hasEnded) {
      const tag = etag === undefined ? {} : { 'if-none-match': etag }
      const headers = { prefer: `wait=${MAX_WAIT}`, ...tag }
      const response = await responseTo(url, { agent, headers }).catch(() => undefined)
      if (response?.statusCode === 200 && etag !== undefined)
        this.#changes.push({ height: Number(response.headers['x-block-height']), at: performance.now() })
      etag = response?.headers.etag ?? etag
    }
  }
}

/** Returns a response when its body is complete. */
async function responseTo(...sent: Parameters<typeof request>): Promise<IncomingMessage> {
  const [response] = (await once(request(...sent).end(), 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  return response
}
