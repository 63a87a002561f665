import { Histogram, type Registry } from 'prom-client'
import type { RequestObserver } from '../http/observe-requests.ts'

/**
 * The label of requests outside the contract: other paths and methods, preflights, `/health`, the contract's own text,
 * the reference site.
 */
const NONE = 'none'

/** From a 304 to a page that the database has to read from disk; seconds. */
const BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Counts and times requests. Labels are the contract's operations and the service's statuses, so no client can create
 * a new series.
 */
export function requestMetrics(registry: Registry): RequestObserver {
  const durations = new Histogram({
    name: 'trading_network_http_request_duration_seconds',
    help: 'Requests by operation of the contract and HTTP status, 499 when the client left first: time from the head to the last byte of the response, without a wait for a change.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return ({ operation = NONE, status, milliseconds, waited }) =>
    durations.observe({ operation, status: String(status) }, Math.max(0, milliseconds - waited) / 1000)
}
