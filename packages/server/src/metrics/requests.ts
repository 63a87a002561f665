import { Counter, Histogram, type Registry } from 'prom-client'
import type { RequestObserver } from '../http/observe-requests.ts'
import { register } from './registry.ts'

/**
 * The label of requests outside the contract: other paths and methods, preflights, `/health`, the contract's own text,
 * the reference site.
 */
const NONE = 'none'

/** From a 304 to a page that the database has to read from disk; seconds. */
const BUCKETS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Series {
  readonly count: ReturnType<Counter['labels']>
  readonly duration: ReturnType<Histogram['labels']>
}

/**
 * Counts and times requests. Labels are the contract's operations and the service's statuses, so no client can create
 * a new series.
 */
export function requestMetrics(registry: Registry): RequestObserver {
  const requests = new Counter({
    name: 'trading_network_http_requests_total',
    help: 'Requests that have ended, by operation of the contract and HTTP status; 499 when the client left first.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'trading_network_http_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its response, without a wait for a change.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  let underWay = 0
  register(registry, {
    type: 'gauge',
    name: 'trading_network_http_requests_in_flight',
    help: 'Requests without a complete response yet.',
    values: () => [[underWay]],
  })

  /** Finding a series by its labels costs more than adding to it. */
  const known = new Map<string, Series>()
  const seriesOf = (operation: string, status: number): Series => {
    const key = `${operation} ${status}`
    const found = known.get(key)
    if (found) return found
    const labels = { operation, status: String(status) }
    const series = { count: requests.labels(labels), duration: durations.labels(labels) }
    known.set(key, series)
    return series
  }

  return {
    begun() {
      underWay += 1
    },
    ended({ operation = NONE, status, milliseconds, waited }) {
      underWay -= 1
      const { count, duration } = seriesOf(operation, status)
      count.inc()
      duration.observe(Math.max(0, milliseconds - waited) / 1000)
    },
  }
}
