import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from '../child.ts'
import { Client } from '../load/client.ts'

/** Longer than a run, so that no wait ends without a change. Seconds; an option of `serve`. */
export const MAX_WAIT = '600'

/** Pause after a refusal; milliseconds. */
const RETRY_MS = 1000

/** Clients that follow a path each with long polling, each on one connection. */
export class Watchers {
  /** Responses with a change: the height of their blocks, and their times on the clock of `performance.now()`. */
  readonly #changes: { height: number; at: number }[] = []
  readonly #clients: Client[] = []

  /** Returns when the service holds a request of each. */
  async start(service: Child, paths: readonly string[]): Promise<void> {
    const origin = await service.address()
    for (const [index, path] of paths.entries()) {
      void this.#follow(origin, path)
      // A burst would only test the queue.
      if (index % 50 === 49) await wait(20)
    }
    await service.reaches('trading_network_waiting_requests', paths.length)
  }

  /** Returns the time from each block to each response that it changed. @param times of some blocks, by height */
  delays(times: ReadonlyMap<number, number>): number[] {
    const ofBlocks = this.#changes.filter(({ height }) => times.has(height))
    return ofBlocks.map(({ height, at }) => at - (times.get(height) ?? Number.NaN))
  }

  [Symbol.dispose](): void {
    for (const client of this.#clients) client.end()
  }

  async #follow(origin: string, path: string): Promise<void> {
    const client = await Client.open(origin)
    this.#clients.push(client)
    let tag = ''
    for (;;) {
      const headers = tag === '' ? {} : { prefer: `wait=${MAX_WAIT}`, 'if-none-match': tag }
      const { status, head } = await client.request({ path, headers })
      if (status === 0) return
      if (status === 200 && tag !== '')
        this.#changes.push({ height: Number(header(head, 'x-block-height')), at: performance.now() })
      tag = header(head, 'etag') || tag
      if (status !== 200 && status !== 304) await wait(RETRY_MS)
    }
  }
}

function header(head: string, name: string): string {
  return new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1] ?? ''
}
