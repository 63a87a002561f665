import { ingestMetrics } from '../../../server/src/metrics/ingest.ts'
import { newRegistry } from '../../../server/src/metrics/registry.ts'
import { serviceMetrics } from '../../../server/src/metrics/service.ts'
import { Readiness } from '../../../server/src/network/readiness.ts'
import { Overload } from '../../../server/src/overload/protect-service.ts'

/** A metric with the fields that are missing in the type of the library. */
interface Metric {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labelNames: readonly string[]
}

/** Returns the server's own metrics as a table in Markdown. */
export function metricsTable(): string {
  const network = { probe: () => ({ height: '1', timestamp: '2', state: 'a' }), connections: undefined }
  const waiting = { count: 0, reads: { changed: 0, unchanged: 0 } }
  const { registry } = serviceMetrics(network, new Readiness(network), waiting, new Overload())
  const ingesting = newRegistry()
  ingestMetrics(ingesting, {})
  const all = [registry, ingesting].flatMap(each => each.getMetricsAsArray() as unknown as Metric[])
  const own = new Map(
    all.filter(({ name }) => name.startsWith('trading_network_')).map(metric => [metric.name, metric]),
  )
  const rows = [...own.values()].map(({ name, type, labelNames, help }) => {
    const labels = labelNames.map(label => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${labels} | ${help} |`
  })
  return ['| metric | type | labels | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
