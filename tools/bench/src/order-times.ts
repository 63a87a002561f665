import type { Network } from '@trading-network/server'
import type { Database } from './database.ts'
import { median, medianRatio, timeInTurn } from './interleaved.ts'
import { operationOf } from './page-times.ts'

/** How long a single order takes. */
export interface OrderTimes {
  /** Microseconds for the latest state of an order, and for a version that later ones have replaced; medians. */
  readonly latest: number
  readonly byVersion: number
  /** Median of the ratios of each round. */
  readonly byVersionToLatest: number
}

const SAMPLE = 2000

/** Measures single orders, a different one at every call. */
export function timeOrders(network: Network, database: Database, rounds: number): OrderTimes {
  const operation = operationOf('getOrder')
  const latest = database.orders('orders', SAMPLE)
  const replaced = database.orders('order_versions', SAMPLE)
  const subjects = [
    (call: number) => {
      const { orderId } = latest[call % latest.length] ?? { orderId: '' }
      return network.answer(operation, { orderId })
    },
    (call: number) => network.answer(operation, { ...replaced[call % replaced.length] }),
  ]
  const [ofLatest = [], ofVersion = []] = timeInTurn(subjects, { rounds, calls: 100 })
  return {
    latest: median(ofLatest),
    byVersion: median(ofVersion),
    byVersionToLatest: medianRatio(ofVersion, ofLatest),
  }
}
