import type { Registry } from 'prom-client'
import type { RequestObserver } from '../http/observe-requests.ts'
import type { WaitingRequests } from '../http/waiting-requests.ts'
import type { Network } from '../network/open-network.ts'
import type { Readiness } from '../network/readiness.ts'
import { databaseMetrics } from './databases.ts'
import { newRegistry, register } from './registry.ts'
import { requestMetrics } from './requests.ts'
import { answerPrimary } from './workers.ts'

export interface Metrics {
  text(): Promise<string>
}

/** Returns the metrics of a service, and the observer of its requests. A worker is `shared`. */
export function serviceMetrics(
  network: Pick<Network, 'database'>,
  readiness: Readiness,
  waiting: Pick<WaitingRequests, 'count' | 'reads'>,
  refused: Readonly<Record<string, number>>,
  shared = false,
): { registry: Registry; observer: RequestObserver } {
  const registry = newRegistry()
  if (shared) answerPrimary(registry)
  const observer = requestMetrics(registry)
  register(registry, {
    type: 'gauge',
    name: 'trading_network_waiting_requests',
    help: 'Requests that wait for a change of their response.',
    values: () => [[waiting.count]],
  })
  register(registry, {
    type: 'counter',
    name: 'trading_network_waiting_reads_total',
    help: 'Responses that were read again after a commit, since requests waited for them: changed, or read in vain.',
    labelNames: ['result'],
    values: () => Object.entries(waiting.reads).map(([result, count]) => [count, { result }]),
  })
  register(registry, {
    type: 'counter',
    name: 'trading_network_refused_total',
    help: 'Refusals beyond a limit, by reason: queue, waiting (also waits that gave way), connections, rate.',
    labelNames: ['reason'],
    values: () => Object.entries(refused).map(([reason, count]) => [count, { reason }]),
  })
  databaseMetrics(registry, network, readiness)
  return { registry, observer }
}
