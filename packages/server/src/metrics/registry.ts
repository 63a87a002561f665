import { createRequire } from 'node:module'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** A registry of this process: what Node tells of itself, and which build it is. */
export function newRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'trading_network_build_info',
    help: 'Always 1; the labels say which version runs on which Node.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  return registry
}
