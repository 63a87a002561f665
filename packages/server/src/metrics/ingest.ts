import { Counter, Gauge, type Registry } from 'prom-client'
import { isRead, type Progress } from '../ingest/ingest.ts'
import { blockOf } from '../network/open-network.ts'
import { blockAge } from '../network/readiness.ts'
import { newRegistry } from './registry.ts'
import type { Metrics } from './service.ts'

/** Maximum number of event types with a series. A network has a few dozen; nonsense must not create more. */
const MAX_TYPES = 100
const FURTHER_TYPES = 'other'

/** The metrics of an ingest. Events per second are `rate(trading_network_ingest_events_total[1m])`. */
export class IngestMetrics implements Metrics {
  readonly #registry: Registry
  #progress: Progress | undefined

  constructor(registry = newRegistry()) {
    this.#registry = registry
    const registers = [this.#registry]
    const now = () => this.#progress
    new Counter({
      name: 'trading_network_ingest_blocks_total',
      help: 'Blocks stored since the start of the process.',
      registers,
      collect() {
        replace(this, now()?.blocks)
      },
    })
    new Counter({
      name: 'trading_network_ingest_events_total',
      help: 'Events of those blocks.',
      registers,
      collect() {
        replace(this, now()?.events)
      },
    })
    new Counter({
      name: 'trading_network_ingest_unknown_events_total',
      help: 'Events that feed no record and were left out, by type; beyond a hundred types, of type other.',
      labelNames: ['type'],
      registers,
      collect() {
        this.reset()
        for (const [type, number] of bounded(unread(now()?.types ?? new Map()))) this.inc({ type }, number)
      },
    })
    new Gauge({
      name: 'trading_network_ingest_block_height',
      help: 'The last block stored; absent before the first commit.',
      registers,
      collect() {
        const progress = now()
        if (progress) this.set(Number(progress.checkpoint.height))
        else this.remove()
      },
    })
    new Gauge({
      name: 'trading_network_ingest_block_age_seconds',
      help: 'How long ago the time of that block is, by the clock of the server.',
      registers,
      collect() {
        const progress = now()
        if (progress) this.set(blockAge(blockOf(progress.checkpoint)) / 1000)
        else this.remove()
      },
    })
  }

  /** Records the progress of the ingest. Call it after every commit. */
  update(progress: Progress): void {
    this.#progress = progress
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

function replace(counter: Counter, value = 0): void {
  counter.reset()
  counter.inc(value)
}

/** Returns the counts of the types that feed no record. */
function unread(types: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...types].filter(([type]) => !isRead(type)))
}

function bounded(counts: ReadonlyMap<string, number>): Map<string, number> {
  const bounded = new Map<string, number>()
  for (const [type, number] of counts) {
    const label = bounded.size < MAX_TYPES ? type : FURTHER_TYPES
    bounded.set(label, (bounded.get(label) ?? 0) + number)
  }
  return bounded
}
