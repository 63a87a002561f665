import { Counter, type Registry } from 'prom-client'

/** Registers the metric of refusals: their numbers by reason. */
export function refusedMetrics(registry: Registry, refused: Readonly<Record<string, number>>): void {
  new Counter({
    name: 'trading_network_refused_total',
    help: 'Refusals beyond a limit, by reason: queue, waiting (also waits that gave way), connections, rate.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(refused)) this.inc({ reason }, count)
    },
  })
}
