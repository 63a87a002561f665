import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../version.ts'

/** A metric that is read when it is requested. */
export interface Metric {
  /** A counter has a name in `_total`, all others are gauges. */
  readonly name: string
  readonly help: string
  readonly labelNames?: string[]
  /** The combination of the values of several processes; by default their sum. */
  readonly aggregator?: Aggregator
  /** Returns the current value, or values with their labels; undefined for none. */
  readonly values: () => Values | Promise<Values>
}

type Values =
  | number
  | undefined
  | readonly (readonly [value: number, labels: Readonly<Record<string, string>>])[]

export function register(registry: Registry, { values, ...about }: Metric): void {
  const collect = async () => {
    const current = await values()
    // Without labels, a reset would leave the value 0.
    if (about.labelNames) metric.reset()
    else metric.remove()
    if (typeof current === 'number') metric.inc(current)
    else for (const [value, labels] of current ?? []) metric.inc(labels, value)
  }
  const options = { ...about, registers: [registry], collect }
  const metric = about.name.endsWith('_total') ? new Counter(options) : new Gauge(options)
}

export function newRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  register(registry, {
    name: 'trading_network_build_info',
    help: 'Always 1; the labels say which version runs on which Node.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    values: () => [[1, { version, node: process.versions.node }]],
  })
  return registry
}
