import { readFileSync } from 'node:fs'
import { type Metric, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Readiness } from '../network/readiness.ts'
import { Overload } from '../overload/protect-service.ts'
import { ingestMetrics } from './ingest.ts'
import { serviceMetrics } from './service.ts'

const GUIDE = new URL('../../../docs/guides/guides/18-server-reference.md', import.meta.url)

/** Fields of a metric that are missing in its type. */
type Described = Metric & {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** Returns a row of the guide's table for each of our own metrics. */
function rowsOf(registry: Registry): string[] {
  const metrics = registry.getMetricsAsArray() as unknown as Described[]
  return metrics
    .filter(({ name }) => name.startsWith('trading_network_'))
    .map(({ name, type, labelNames, help }) => {
      const labels = labelNames.map(label => `\`${label}\``).join(', ')
      return `| \`${name}\` | ${type} | ${labels} | ${help} |`
    })
}

test('the guide has every metric, with its type, labels and meaning', () => {
  const network = { probe: () => ({ height: '1', timestamp: '2', state: 'a' }), database: () => ({}) }
  const waiting = { count: 0, reads: { changed: 0, unchanged: 0 } }
  const { registry } = serviceMetrics(network, new Readiness(network), waiting, new Overload())
  const ingesting = new Registry()
  ingestMetrics(ingesting, {})
  const told = readFileSync(GUIDE, 'utf8').match(/^\| `trading_network_.*$/gm)
  expect(told).toEqual([...rowsOf(registry), ...rowsOf(ingesting)])
})
