import { id, marketId, missing, network, orderId, partyId, print, stub } from './calls.ts'
import * as client from './client'
import { client as settings } from './client/client.gen'

export const known: client.Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: client.Side = 'SIDE_LATER'
export const later: client.Order['side'] = 'SIDE_LATER'

settings.setConfig({ baseUrl: network })
const types: client.AccountType[] = ['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL']

await print({
  listFundingPeriodDataPoints: () => client.listFundingPeriodDataPoints({ path: { marketId } }),
  listEpochRewardSummaries: () => client.listEpochRewardSummaries(),
  listReferralSetReferees: () => client.listReferralSetReferees(),
  listStopOrders: () => client.listStopOrders(),
  listAccounts: () => client.listAccounts(),
  listLiquidityProvisions: () => client.listLiquidityProvisions({ query: { marketId } }),
  getStake: () => client.getStake({ path: { partyId } }),
  listNodeSignatures: () => client.listNodeSignatures({ query: { id } }),
  getOrder: () => client.getOrder({ path: { orderId } }),
  filter: () => client.listAccounts({ query: { 'filter.accountTypes': types } }),
  error: () => client.getOrder({ path: { orderId: missing } }),
  later: () => client.getOrder({ path: { orderId }, baseUrl: stub }),
})
