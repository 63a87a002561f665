import { fundingPoints } from '../projections/funding-points.ts'
import { type Answering, one, range } from './operation.ts'
import { readPage } from './page.ts'

export const listFundingPeriodDataPoints: Answering = function* (query, head) {
  const page = yield* readPage(fundingPoints, query, head, {
    anyOf: {
      market: one(query.marketId),
      seq: one(query.seq),
      // The unspecified source is the parameter's default, so a client that sends defaults asks for all sources.
      source: query.source === 'SOURCE_UNSPECIFIED' ? undefined : one(query.source),
    },
    at: range(query['dateRange.startTimestamp'], query['dateRange.endTimestamp']),
  })
  return `{"fundingPeriodDataPoints":${page}}`
}
