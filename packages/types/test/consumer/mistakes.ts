import {
  type Account,
  compareAmounts,
  formatAmount,
  type Order,
  type TradingNetworkApi,
  toDate,
} from '@trading-network/types'

/** Each of these mistakes must be refused; a compiler that lets one pass reports its `ts-expect-error` as unused. */
export function mistakes(client: TradingNetworkApi, account: Account, order: Order, count: number): void {
  // @ts-expect-error misspelt parameter
  client.listAccounts({ 'filter.partyId': [] })
  // @ts-expect-error misspelt option
  client.listAccounts({}, { sinal: undefined })
  // @ts-expect-error missing parameters
  client.getOrder()
  // @ts-expect-error missing path parameter
  client.getStake({ 'pagination.first': 5 })
  // @ts-expect-error unknown enum value
  client.listAccounts({ 'filter.accountTypes': ['ACCOUNT_TYPE_GENRAL'] })
  // @ts-expect-error a value of a response may be newer than the enum that requests take
  client.listAccounts({ 'filter.accountTypes': [account.type] })
  // @ts-expect-error a number as a 64-bit integer
  client.listEpochRewardSummaries({ 'filter.fromEpoch': count })
  // @ts-expect-error a date as nanoseconds
  client.listFundingPeriodDataPoints({ marketId: '', 'dateRange.startTimestamp': '2026-11-21' })
  // @ts-expect-error text as an int32
  client.getOrder({ orderId: '', version: '3' })
  // @ts-expect-error an amount as a number
  Math.abs(account.balance)
  // @ts-expect-error an integer that is not a timestamp
  toDate(order.version)
  // @ts-expect-error a timestamp as an amount
  formatAmount(order.createdAt, 5)
  // @ts-expect-error an amount compared with a timestamp
  compareAmounts(order.price, order.createdAt)
  // @ts-expect-error an amount compared with a number
  if (order.price < 5) return
  // @ts-expect-error an amount compared with a bigint
  if (order.price < 5n) return
  // @ts-expect-error an amount compared with a timestamp
  if (order.price < order.createdAt) return
  // @ts-expect-error an amount compared with a size
  if (order.price < order.size) return
  // @ts-expect-error the greater of two amounts
  Math.max(order.price, account.balance)
}
