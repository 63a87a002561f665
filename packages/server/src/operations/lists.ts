import { fundingPoints } from '../projections/funding-points.ts'
import { liquidityProvisions } from '../projections/liquidity-provisions.ts'
import { nodeSignatures } from '../projections/node-signatures.ts'
import { rewardSummaries } from '../projections/reward-summaries.ts'
import { PENDING, stopOrders } from '../projections/stop-orders.ts'
import { type Answering, many, one, range } from './operation.ts'
import { listOf } from './page.ts'

/** The lists whose filters are the parameters of the request, and whose records are stored as they are sent. */
export const lists: Readonly<Record<string, Answering>> = {
  listEpochRewardSummaries: listOf(rewardSummaries, 'summaries', query => {
    const { start, end } = range(query['filter.fromEpoch'], query['filter.toEpoch']) ?? {}
    return {
      anyOf: { asset: many(query['filter.assetIds']), market: many(query['filter.marketIds']) },
      // The last epoch is included.
      at: { ...(start !== undefined && { start }), ...(end !== undefined && { end: end + 1n }) },
    }
  }),
  listFundingPeriodDataPoints: listOf(fundingPoints, 'fundingPeriodDataPoints', query => ({
    anyOf: {
      market: one(query.marketId),
      seq: one(query.seq),
      // The unspecified source is the parameter's default, so a client that sends defaults asks for all sources.
      source: query.source === 'SOURCE_UNSPECIFIED' ? undefined : one(query.source),
    },
    at: range(query['dateRange.startTimestamp'], query['dateRange.endTimestamp']),
  })),
  listLiquidityProvisions: listOf(liquidityProvisions, 'liquidityProvisions', query => ({
    anyOf: {
      market: one(query.marketId),
      party: one(query.partyId),
      reference: one(query.reference),
      live: query.live === true ? ['0', '1'] : ['0'],
    },
  })),
  listNodeSignatures: listOf(nodeSignatures, 'signatures', query => ({ anyOf: { resource: one(query.id) } })),
  listStopOrders: listOf(stopOrders, 'orders', query => {
    const statuses = many(query['filter.statuses'])
    const isLive = query['filter.liveOnly'] === true
    return {
      anyOf: {
        party: many(query['filter.partyIds']),
        market: many(query['filter.marketIds']),
        status: isLive ? (statuses ?? [PENDING]).filter(status => status === PENDING) : statuses,
        strategy: many(query['filter.expiryStrategies']),
      },
      ranges: {
        changed: range(query['filter.dateRange.startTimestamp'], query['filter.dateRange.endTimestamp']),
      },
    }
  }),
}
