import type { MetricObject, Registry } from 'prom-client'
import type { RequestObserver } from '../http/observe-requests.ts'
import type { WaitingRequests } from '../http/waiting-requests.ts'
import type { Network } from '../network/open-network.ts'
import type { Readiness } from '../network/readiness.ts'
import { databaseMetrics } from './databases.ts'
import { refusedMetrics } from './refused.ts'
import { newRegistry } from './registry.ts'
import { requestMetrics } from './requests.ts'
import { waitingMetrics } from './waiting.ts'

/** The metrics of one process at one time, in the form that processes exchange. */
export type Snapshot = readonly MetricObject[]

/** Metrics in the Prometheus text format. */
export interface Metrics {
  text(): Promise<string>
}

export class ServiceMetrics implements Metrics {
  /** Observes every request. */
  readonly observer: RequestObserver
  readonly #registry: Registry = newRegistry()
  readonly #askDatabases: () => Promise<void>

  constructor(
    network: Network,
    readiness: Readiness,
    waiting: WaitingRequests,
    refused: Readonly<Record<string, number>>,
  ) {
    this.observer = requestMetrics(this.#registry)
    waitingMetrics(this.#registry, waiting)
    refusedMetrics(this.#registry, refused)
    this.#askDatabases = databaseMetrics(this.#registry, network, readiness)
  }

  async text(): Promise<string> {
    await this.#askDatabases()
    return this.#registry.metrics()
  }

  async snapshot(): Promise<Snapshot> {
    await this.#askDatabases()
    return this.#registry.getMetricsAsJSON()
  }
}
