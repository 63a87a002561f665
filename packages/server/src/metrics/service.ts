import type { Registry } from 'prom-client'
import type { RequestObserver } from '../http/observe-requests.ts'
import type { WaitingRequests } from '../http/waiting-requests.ts'
import type { Network } from '../network/open-network.ts'
import type { Readiness } from '../network/readiness.ts'
import { dropped } from '../standard-error.ts'
import { databaseMetrics } from './databases.ts'
import { newRegistry, register } from './registry.ts'
import { requestMetrics } from './requests.ts'
import { answerPrimary } from './workers.ts'

export interface Metrics {
  text(): Promise<string>
}

/** What the limits on clients count. */
interface Limits {
  readonly refused: Readonly<Record<string, number>>
  readonly accounts: { largest(): Readonly<Record<string, number>> }
}

/** Returns the metrics of a service, and the observer of its requests. A worker is `shared`. */
export function serviceMetrics(
  network: Pick<Network, 'probe' | 'connections'>,
  readiness: Readiness,
  waiting: Pick<WaitingRequests, 'count' | 'reads'>,
  { refused, accounts }: Limits,
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
    help: 'Refusals beyond a limit, by reason: queue, waiting (also waits that gave way), connections, unanswered, bytes, rate.',
    labelNames: ['reason'],
    values: () => Object.entries(refused).map(([reason, count]) => [count, { reason }]),
  })
  register(registry, {
    type: 'counter',
    name: 'trading_network_log_lines_dropped_total',
    help: 'Lines of the log that could not be written to standard error.',
    values: () => [[dropped.lines]],
  })
  register(registry, {
    type: 'gauge',
    name: 'trading_network_largest_client',
    help: 'The most that one client has, by resource: connections, unanswered requests, bytes of those, waiting requests, share of the time of the event loop in the last ten seconds (time). Of several worker processes, the most.',
    labelNames: ['resource'],
    aggregator: 'max',
    values: () => Object.entries(accounts.largest()).map(([resource, most]) => [most, { resource }]),
  })
  databaseMetrics(registry, network, readiness)
  return { registry, observer }
}
