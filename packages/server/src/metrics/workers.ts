import type { Worker } from 'node:cluster'
import { on } from 'node:events'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Metrics, Snapshot } from './service.ts'

/** The one question that the primary process asks its workers. */
const QUESTION = 'metrics'

/** A worker that takes longer is counted as it stood when it was last asked. Milliseconds. */
const MAX_ANSWER_MS = 2000

/** Answers the primary process, from a worker. */
export function answerPrimary(snapshot: () => Promise<Snapshot>): void {
  process.on('message', async question => {
    if (question === QUESTION) process.send?.(await snapshot())
  })
}

/**
 * The metrics of all worker processes as one. What a worker had counted stays in the sums when it dies: a sum that falls
 * would look like a restart to Prometheus, which would then count the rest of it anew.
 */
export class WorkerMetrics implements Metrics {
  readonly #last = new Map<Worker, Snapshot>()
  #departed: Snapshot = []

  /** Counts a worker in, until it exits. */
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
        // One that has just started says so too.
        if (!Array.isArray(snapshot)) continue
        if (this.#last.has(worker)) this.#last.set(worker, snapshot)
        break
      }
    } catch {
      // It is dying or too busy.
    }
  }
}

/** One registry of what several processes have; how two values become one is a matter of each metric. */
function merged(snapshots: readonly Snapshot[]): Registry {
  return AggregatorRegistry.aggregate(snapshots as Snapshot[])
}

/** Whether a metric only ever grows. Its type is a name, whatever the types of the library say. */
function isSum({ type }: Snapshot[number]): boolean {
  return String(type) !== 'gauge'
}
