import { Counter, Gauge, type Registry } from 'prom-client'
import type { WaitingRequests } from '../http/waiting-requests.ts'

/** Registers the metrics of requests that wait for a change. */
export function waitingMetrics(registry: Registry, waiting: Pick<WaitingRequests, 'count' | 'reads'>): void {
  const registers = [registry]
  new Gauge({
    name: 'trading_network_waiting_requests',
    help: 'Requests that wait for a change of their response.',
    registers,
    collect() {
      this.set(waiting.count)
    },
  })
  new Counter({
    name: 'trading_network_waiting_reads_total',
    help: 'Responses that were read again after a commit, since requests waited for them: changed, or read in vain.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(waiting.reads)) this.inc({ result }, count)
    },
  })
}
