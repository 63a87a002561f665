import { type Network, operations } from '@trading-network/server'
import { commonest, randomOrders } from '../database.ts'

export type Query = Parameters<Network['answer']>[1]
type Operation = (typeof operations)[number]

/** A request for a list, or for one order. */
export interface Request {
  readonly operation: Operation
  /** The records and the names of its filters. */
  readonly title: string
  readonly query: Query
}

/**
 * The requests of the guide on capacity. Their identifiers are the commonest of a database, so filtered lists have many
 * pages.
 */
export function requestsIn(path: string): Request[] {
  const [party = '', market = ''] = commonest(path, 'stop_orders', ['party', 'market'])[0] ?? []
  const parties = { 'filter.partyIds': [party] }
  const [[fundedMarket = ''] = []] = commonest(path, 'funding_points', ['market'])
  const requests: [operationId: string, title: string, query: Query][] = [
    ['listStopOrders', 'stop orders', {}],
    ['listStopOrders', '… of a party', parties],
    ['listStopOrders', '… of a party and market', { ...parties, 'filter.marketIds': [market] }],
    ['listAccounts', 'accounts', {}],
    ['listFundingPeriodDataPoints', 'funding points', { marketId: fundedMarket }],
    ['getOrder', 'the latest version of an order', { orderId: randomOrders(path, 1)[0] ?? '' }],
  ]
  return requests.map(([operationId, title, query]) => ({
    operation: operationOf(operationId),
    title,
    query,
  }))
}

/** @throws Error for an operation that the contract does not have */
function operationOf(operationId: string): Operation {
  const operation = operations.find(operation => operation.operationId === operationId)
  if (operation) return operation
  throw new Error(`the contract has no ${operationId}`)
}
