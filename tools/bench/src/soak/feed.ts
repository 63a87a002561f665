import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { simulate } from '@trading-network/simulator'

/** A simulated network that appends its events to a file, whole blocks at a time. */
export class Feed {
  readonly #path: string
  readonly #lines = simulate({ seed: 1, scale: 1, blocks: Number.MAX_SAFE_INTEGER })

  constructor(path: string) {
    this.#path = path
  }

  append(blocks: number): void {
    const lines: string[] = []
    for (let ended = 0; ended < blocks; ) {
      const line = this.#lines.next().value as string
      lines.push(`${line}\n`)
      if (line.includes('"BUS_EVENT_TYPE_END_BLOCK"')) ended += 1
    }
    appendFileSync(this.#path, lines.join(''))
  }

  /** Appends blocks until the signal. */
  async run(blocksPerSecond: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.append(1)
      await wait(1000 / blocksPerSecond, undefined, { signal }).catch(() => undefined)
    }
  }
}
