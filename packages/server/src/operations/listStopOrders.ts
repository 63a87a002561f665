import { PENDING, stopOrders } from '../projections/stop-orders.ts'
import { type Answering, many, range } from './operation.ts'
import { readPage } from './page.ts'

export const listStopOrders: Answering = function* (query, head) {
  const statuses = many(query['filter.statuses'])
  const live = query['filter.liveOnly'] === true
  const changed = range(query['filter.dateRange.startTimestamp'], query['filter.dateRange.endTimestamp'])
  const page = yield* readPage(stopOrders, query, head, {
    anyOf: {
      party: many(query['filter.partyIds']),
      market: many(query['filter.marketIds']),
      status: live ? (statuses ?? [PENDING]).filter(status => status === PENDING) : statuses,
      strategy: many(query['filter.expiryStrategies']),
    },
    ranges: { changed },
  })
  return `{"orders":${page}}`
}
