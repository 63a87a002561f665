import type {
  Account,
  AccountList,
  Int64String,
  OperationId,
  OrderRecord,
  StakeLinking,
  Uint64String,
  UnixNanos,
} from '@trading-network/types'
import type { Middleware as RawMiddleware } from 'openapi-fetch'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'

/** Fails to compile unless the value has exactly the type. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(): T | undefined => undefined

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

export const perceived = async (createdAt: UnixNanos, sequence: Int64String) => {
  const accounts = await client.listAccounts()
  holds<Same<typeof accounts, AccountList>>()
  for await (const account of client.listAccounts({ 'filter.accountTypes': ['ACCOUNT_TYPE_BOND'] })) {
    holds<Same<typeof account, Account>>()
  }
  for await (const page of client.listAccounts().pages()) holds<Same<typeof page, AccountList>>()
  for await (const linking of client.getStake({ partyId: 'ab' })) holds<Same<typeof linking, StakeLinking>>()
  const order = await client.getOrder(
    { orderId: 'ab' },
    { signal: AbortSignal.timeout(1000), headers: { a: 'b' } },
  )
  holds<Same<typeof order, OrderRecord>>()
  // A value of a response is a valid parameter, and so is a literal or undefined.
  client.listStopOrders({ 'filter.dateRange.startTimestamp': createdAt, 'pagination.first': undefined })
  client.listFundingPeriodDataPoints({ marketId: 'ab', seq: sequence, 'dateRange.endTimestamp': '1' })
}

/** Middleware of openapi-fetch, as its documentation writes it. */
export const foreign = (raw: RawMiddleware) => {
  createClient({ baseUrl: 'http://127.0.0.1:8080', middleware: [raw] })
  client.listAccounts({}, { middleware: [raw] })
}

export const metadata = async () => {
  const { data, response, blockHeight } = await client.getOrder({ orderId: 'ab' }).withResponse()
  holds<Same<typeof data, OrderRecord>>()
  holds<Same<typeof response, Response>>()
  holds<Same<typeof blockHeight, Uint64String | undefined>>()
  for await (const { data, blockTimestamp } of client.listAccounts().pages().withResponse()) {
    holds<Same<typeof data, AccountList>>()
    holds<Same<typeof blockTimestamp, UnixNanos | undefined>>()
  }
}

export const errors = (error: unknown) => {
  if (!(error instanceof ApiError)) return
  holds<Same<typeof error.status, number>>()
  holds<Same<typeof error.code, number | undefined>>()
  holds<Same<typeof error.operationId, OperationId>>()
  holds<Same<typeof error.retryAfter, number | undefined>>()
}
