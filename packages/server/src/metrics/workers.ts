import type { Worker } from 'node:cluster'
import { on } from 'node:events'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Metrics, Snapshot } from './service.ts'

const QUESTION = 'metrics'

/** Timeout of a worker's response. After it, the sums use the worker's last snapshot. Milliseconds. */
const MAX_ANSWER_MS = 2000

export function answerPrimary(snapshot: () => Promise<Snapshot>): void {
  process.on('message', async question => {
    if (question === QUESTION) process.send?.(await snapshot())
  })
}

/**
 * The combined metrics of all worker processes. The counts of a worker stay in the sums after its death. Prometheus
 * would take a falling sum for a restart, and count the rest again.
 */
export class WorkerMetrics implements Metrics {
  readonly #last = new Map<Worker, Snapshot>()
  #departed: Snapshot = []

  add(worker: Worker): void {
    this.#last.set(worker, [])
    worker.once('exit', () => {
      this.#departed = merged([
        this.#departed,
        this.#last.get(worker)?.filter(isSum) ?? [],
      ]).getMetricsAsArray()
      this.#last.delete(worker)
    })
  }

  async text(): Promise<string> {
    await Promise.all([...this.#last.keys()].map(worker => this.#ask(worker)))
    return merged([this.#departed, ...this.#last.values()]).metrics()
  }

  async #ask(worker: Worker): Promise<void> {
    const signal = AbortSignal.timeout(MAX_ANSWER_MS)
    try {
      const messages = on(worker, 'message', { signal })
      worker.send(QUESTION)
      for await (const [snapshot] of messages) {
        // A worker that has just started sends this message as well.
        if (!Array.isArray(snapshot)) continue
        if (this.#last.has(worker)) this.#last.set(worker, snapshot)
        break
      }
    } catch {
      // The worker is dying or too busy.
    }
  }
}

function merged(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots as Snapshot[])
}

/** Returns true for a metric that only grows. Its type is a name at run time, although the library's types differ. */
function isSum({ type }: Snapshot[number]): boolean {
  return String(type) !== 'gauge'
}
