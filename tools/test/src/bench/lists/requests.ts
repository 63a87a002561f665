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
  const parties = { 'filter.partyIds': [party] }
  const commonest = (table: string, column: string) => database.commonest(table, [column])[0]?.[0] ?? ''
  // Most accounts have no market.
  const marketOfAccounts = database.commonest('accounts', ['market'], 2).flat().find(isHash) ?? ''
  const set = commonest('referees', 'referral_set')
  const requests: [operationId: string, title: string, query: Query][] = [
    ['listFundingPeriodDataPoints', 'funding points', { marketId: commonest('funding_points', 'market') }],
    ['listEpochRewardSummaries', 'rewards', {}],
    ['listReferralSetReferees', 'referees, 1 epoch', { referralSetId: set, aggregationEpochs: 1 }],
    ['listReferralSetReferees', 'referees, 1000 epochs', { referralSetId: set, aggregationEpochs: 1000 }],
    ['listStopOrders', 'stop orders', {}],
    ['listStopOrders', '… of a party', parties],
    ['listStopOrders', '… of a party and market', { ...parties, 'filter.marketIds': [market] }],
    ['listStopOrders', '… of a party and status', { ...parties, 'filter.statuses': ['STATUS_CANCELLED'] }],
    ['listStopOrders', '… live, of a market', { 'filter.marketIds': [market], 'filter.liveOnly': true }],
    ['listStopOrders', '… of a range of dates', rangeOf(database)],
    ['listAccounts', 'accounts', {}],
    ['listAccounts', '… of a market', { 'filter.marketIds': [marketOfAccounts] }],
    ['listLiquidityProvisions', 'liquidity provisions', { live: true }],
    ['getStake', 'stake', { partyId: commonest('stake_linkings', 'party') }],
    ['listNodeSignatures', 'node signatures', { id: commonest('node_signatures', 'resource') }],
    ['getOrder', 'the latest version of an order', { orderId: database.orders(1)[0] ?? '' }],
  ]
  return requests.map(([operationId, title, query]) => ({
    operation: operationOf(operationId),
    title,
    query,
  }))
}

/** @throws Error for an operation that the contract does not have */
export function operationOf(operationId: string): Operation {
  const operation = operations.find(operation => operation.operationId === operationId)
  if (operation) return operation
  throw new Error(`the contract has no ${operationId}`)
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
