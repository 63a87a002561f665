import { type Network, operations } from '@trading-network/server'
import type { Database } from '../database.ts'

export type Query = Parameters<Network['answer']>[1]
export type Operation = (typeof operations)[number]

/** A request for a list, or for one order. */
export interface Request {
  readonly operation: Operation
  /** The names of its filters; the first request of an operation is the one that the others are compared with. */
  readonly title: string
  readonly query: Query
}

/**
 * Every operation, and the filters of the capacity guide. The identifiers are the commonest of a database, so filtered
 * lists have many pages.
 */
export function requestsIn(database: Database): Request[] {
  const [party = '', market = ''] = database.commonest('stop_orders', ['party', 'market'])[0] ?? []
  const commonest = (table: string, column: string) => database.commonest(table, [column])[0]?.[0] ?? ''
  // Most accounts have no market.
  const marketOfAccounts = database.commonest('accounts', ['market'], 2).flat().find(isHash) ?? ''
  const set = commonest('referees', 'referral_set')
  const queries: Readonly<Record<string, Readonly<Record<string, Query>>>> = {
    listFundingPeriodDataPoints: { 'funding points': { marketId: commonest('funding_points', 'market') } },
    listEpochRewardSummaries: { rewards: {} },
    listReferralSetReferees: {
      'referees, 1 epoch': { referralSetId: set, aggregationEpochs: 1 },
      'referees, 1000 epochs': { referralSetId: set, aggregationEpochs: 1000 },
    },
    listStopOrders: {
      'stop orders': {},
      '… of a party': { 'filter.partyIds': [party] },
      '… of a party and market': { 'filter.partyIds': [party], 'filter.marketIds': [market] },
      '… of a party and status': { 'filter.partyIds': [party], 'filter.statuses': ['STATUS_CANCELLED'] },
      '… live, of a market': { 'filter.marketIds': [market], 'filter.liveOnly': true },
      '… of a range of dates': rangeOf(database),
    },
    listAccounts: { accounts: {}, '… of a market': { 'filter.marketIds': [marketOfAccounts] } },
    listLiquidityProvisions: { 'liquidity provisions': { live: true } },
    getStake: { stake: { partyId: commonest('stake_linkings', 'party') } },
    listNodeSignatures: { 'node signatures': { id: commonest('node_signatures', 'resource') } },
    getOrder: { 'the latest version of an order': { orderId: database.orders(1)[0] ?? '' } },
  }
  return operations.flatMap(operation =>
    Object.entries(queries[operation.operationId] ?? {}).map(([title, query]) => ({
      operation,
      title,
      query,
    })),
  )
}

/** The hundredth of all time in the middle. */
function rangeOf(database: Database): Query {
  const [first = 0n, last = 0n] = ['min', 'max'].map(end =>
    BigInt(database.value(`coalesce(${end}(at), 0) FROM stop_orders`)),
  )
  const start = (first + last) / 2n
  return {
    'filter.dateRange.startTimestamp': String(start),
    'filter.dateRange.endTimestamp': String(start + (last - first) / 100n + 1n),
  }
}

function isHash(id: string): boolean {
  return id.length === 64
}
