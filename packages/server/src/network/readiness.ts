import { setTimeout as wait } from 'node:timers/promises'
import { type Block, notReady, Problem } from '../responses/problem.ts'
import type { HistorySummary } from '../store/tables/checkpoint.ts'
import type { Network, Probed } from './open-network.ts'

/** Timeout of the database check, since a probe waits only a second or two. Milliseconds. */
const MAX_PROBE_MS = 2000

export interface ReadinessOptions {
  /**
   * Maximum difference between the last block's time and the clock, in both directions; milliseconds. Absent: no
   * limit.
   */
  readonly maxAge?: number | undefined
  /** Called for unexpected failures; the response does not contain them. */
  readonly onFailure?: (error: unknown) => void
}

/** Decides whether a service is ready for requests: it works, its data is not stale, and it is not shutting down. */
export class Readiness {
  readonly #probe: Network['probe']
  readonly #options: ReadinessOptions
  #checking: Promise<HistorySummary | undefined> | undefined
  #ending = false

  constructor({ probe }: Pick<Network, 'probe'>, options: ReadinessOptions = {}) {
    this.#probe = probe
    this.#options = options
  }

  /** Makes the service not ready, while it still answers requests. */
  end(): void {
    this.#ending = true
  }

  /**
   * Checks the database, and returns the part of the network's history that it has. Concurrent callers share one check.
   *
   * @throws Problem (503) while the service is not ready
   */
  async check(): Promise<HistorySummary | undefined> {
    if (this.#ending) throw notReady('SHUTTING_DOWN', 'The service is about to end')
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined
    })
    return await this.#checking
  }

  async #check(): Promise<HistorySummary | undefined> {
    const block = await this.#block()
    const { maxAge } = this.#options
    const age = blockAge(block)
    if (maxAge === undefined || Math.abs(age) <= maxAge) return block.history
    const far = `${Math.abs(age) / 1000} s ${age < 0 ? 'ahead of' : 'behind'} the clock`
    const message = `The last block, ${block.height}, is ${far}; the limit is ${maxAge / 1000} s`
    throw notReady('STALE', message, { height: block.height, ageSeconds: String(age / 1000) })
  }

  async #block(): Promise<Probed> {
    try {
      const block = await Promise.race([this.#probe(), wait(MAX_PROBE_MS, undefined, { ref: false })])
      if (block) return block
    } catch (error) {
      if (error instanceof Problem) throw error
      this.#options.onFailure?.(error)
      throw notReady('UNAVAILABLE', 'The database cannot be read now; the log says why')
    }
    throw notReady('UNAVAILABLE', `The database has not answered within ${MAX_PROBE_MS / 1000} s`)
  }
}

/** Returns the age of a block by this machine's clock, in milliseconds; negative for a block in the future. */
export function blockAge({ timestamp }: Block): number {
  return Date.now() - Number(BigInt(timestamp) / 1_000_000n)
}
