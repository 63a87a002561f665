import type { MetricObject, Registry } from 'prom-client'
import type { RequestObserver } from '../http/observe-requests.ts'
import type { WaitingRequests } from '../http/waiting-requests.ts'
import type { Network } from '../network/open-network.ts'
import type { Readiness } from '../network/readiness.ts'
import { databaseMetrics } from './databases.ts'
import { newRegistry, register } from './registry.ts'
import { requestMetrics } from './requests.ts'

/** The metrics of one process at one time, in the form that processes exchange. */
export type Snapshot = readonly MetricObject[]

export interface Metrics {
  text(): Promise<string>
}

export class ServiceMetrics implements Metrics {
  readonly observer: RequestObserver
  readonly registry: Registry = newRegistry()
  readonly #readDatabases: () => Promise<void>

  constructor(
    network: Pick<Network, 'databases'>,
    readiness: Readiness,
    waiting: Pick<WaitingRequests, 'count' | 'reads'>,
    refused: Readonly<Record<string, number>>,
  ) {
    this.observer = requestMetrics(this.registry)
    register(this.registry, {
      type: 'gauge',
      name: 'trading_network_waiting_requests',
      help: 'Requests that wait for a change of their response.',
      values: () => [[waiting.count]],
    })
    register(this.registry, {
      type: 'counter',
      name: 'trading_network_waiting_reads_total',
      help: 'Responses that were read again after a commit, since requests waited for them: changed, or read in vain.',
      labelNames: ['result'],
      values: () => Object.entries(waiting.reads).map(([result, count]) => [count, { result }]),
    })
    register(this.registry, {
      type: 'counter',
      name: 'trading_network_refused_total',
      help: 'Refusals beyond a limit, by reason: queue, waiting (also waits that gave way), connections, rate.',
      labelNames: ['reason'],
      values: () => Object.entries(refused).map(([reason, count]) => [count, { reason }]),
    })
    this.#readDatabases = databaseMetrics(this.registry, network, readiness)
  }

  async text(): Promise<string> {
    await this.#readDatabases()
    return this.registry.metrics()
  }

  async snapshot(): Promise<Snapshot> {
    await this.#readDatabases()
    return this.registry.getMetricsAsJSON()
  }
}
