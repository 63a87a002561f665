import { AggregatorRegistry, type Registry } from 'prom-client'
import type { RequestObserver } from '../http/observe-requests.ts'
import type { WaitingRequests } from '../http/waiting-requests.ts'
import type { Network } from '../network/open-network.ts'
import type { Readiness } from '../network/readiness.ts'
import { dropped } from '../standard-error.ts'
import { databaseMetrics } from './databases.ts'
import { newRegistry, register } from './registry.ts'
import { requestMetrics } from './requests.ts'

export interface Metrics {
  text(): Promise<string>
}

/** Returns the metrics of a service, and the observer of its requests. A worker is `shared`. */
export function serviceMetrics(
  network: Pick<Network, 'probe' | 'connections'>,
  readiness: Readiness,
  { overload, rereads }: WaitingRequests,
  shared = false,
): { registry: Registry; observer: RequestObserver } {
  const { held, refused } = overload.accounts
  const registry = newRegistry()
  if (shared) {
    // Lets the primary process ask for the metrics of this worker.
    AggregatorRegistry.setRegistries(registry)
    new AggregatorRegistry()
  }
  const observer = requestMetrics(registry)
  register(registry, {
    name: 'trading_network_http_requests_in_flight',
    help: 'Requests without a complete response yet.',
    values: () => held.requests,
  })
  register(registry, {
    name: 'trading_network_waiting_requests',
    help: 'Requests that wait for a change of their response.',
    values: () => held.waiting,
  })
  register(registry, {
    name: 'trading_network_waiting_reads_total',
    help: 'Responses that were read again after a commit, since requests waited for them: changed, or read in vain.',
    labelNames: ['result'],
    values: () => Object.entries(rereads.counts).map(([result, count]) => [count, { result }]),
  })
  register(registry, {
    name: 'trading_network_refused_total',
    help: 'Refusals beyond a limit, by reason: queue, waiting (also waits that gave way), connections, unanswered, bytes, rate.',
    labelNames: ['reason'],
    values: () => Object.entries(refused).map(([reason, count]) => [count, { reason }]),
  })
  register(registry, {
    name: 'trading_network_log_lines_dropped_total',
    help: 'Lines of the log that could not be written to standard error.',
    values: () => dropped.lines,
  })
  register(registry, {
    name: 'trading_network_largest_client',
    help: 'The most that one client has, by resource: connections, unanswered requests (requests), those that are read (places), memory of requests and responses in bytes (bytes), waiting requests (waiting), share of the time of the event loop in the last seconds (time). Of several worker processes, the most.',
    labelNames: ['resource'],
    aggregator: 'max',
    values: () => Object.entries(overload.accounts.largest()).map(([resource, most]) => [most, { resource }]),
  })
  databaseMetrics(registry, network, readiness)
  return { registry, observer }
}
