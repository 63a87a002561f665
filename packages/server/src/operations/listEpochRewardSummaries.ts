import { rewardSummaries } from '../projections/reward-summaries.ts'
import { type Answering, many, range } from './operation.ts'
import { readPage } from './page.ts'

export const listEpochRewardSummaries: Answering = function* (query, head) {
  const { start, end } = range(query['filter.fromEpoch'], query['filter.toEpoch'])
  const page = yield* readPage(rewardSummaries, query, head, {
    anyOf: { asset: many(query['filter.assetIds']), market: many(query['filter.marketIds']) },
    // The last epoch is included.
    at: { ...(start !== undefined && { start }), ...(end !== undefined && { end: end + 1n }) },
  })
  return `{"summaries":${page}}`
}
