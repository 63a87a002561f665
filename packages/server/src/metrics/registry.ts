import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../version.ts'

/** Creates the registry of this process, with Node's default metrics and the build version. */
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
