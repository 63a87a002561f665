import { WaitingRequests } from '../../../server/src/http/waiting-requests.ts'
import { ingestMetrics } from '../../../server/src/metrics/ingest.ts'
import { newRegistry } from '../../../server/src/metrics/registry.ts'
import { serviceMetrics } from '../../../server/src/metrics/service.ts'
import { Readiness } from '../../../server/src/network/readiness.ts'

/** The type of the library lacks these fields. */
type Metric = Record<'name' | 'type' | 'help', string> & { labelNames: string[] }

/** Returns the server's own metrics as a table in Markdown. */
export function metricsTable(): string {
  const block = { height: '1', timestamp: '2', state: 'a' }
  const network = {
    probe: () => block,
    head: () => block,
    answer: () => ({ body: '', etag: '', block }),
    connections: undefined,
  }
  const { registry } = serviceMetrics(network, new Readiness(network), new WaitingRequests(network))
  const ingesting = newRegistry()
  ingestMetrics(ingesting, {})
  const all = [registry, ingesting].flatMap(each => each.getMetricsAsArray() as unknown as Metric[])
  const own = new Map(
    all.filter(({ name }) => name.startsWith('trading_network_')).map(metric => [metric.name, metric]),
  )
  const rows = [...own.values()].map(({ name, type, labelNames, help }) => {
    const labels = labelNames.length > 0 ? ` by ${labelNames.map(label => `\`${label}\``).join(', ')}` : ''
    return `| \`${name}\` ${type}${labels} | ${help} |`
  })
  return ['| metric | meaning |', '| --- | --- |', ...rows].join('\n')
}
