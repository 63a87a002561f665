import { id, marketId, missing, network, orderId, partyId, print, stub } from './calls.ts'
import { AccountType, Api, type Order, Side } from './client/Api.ts'

export const known: Side = Side.SIDE_BUY
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = Side.SIDE_LATER
export const later: Order['side'] = 'SIDE_LATER'

const { api } = new Api({ baseUrl: network })
const types = [AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL]

await print({
  listFundingPeriodDataPoints: () => api.listFundingPeriodDataPoints(marketId),
  listEpochRewardSummaries: () => api.listEpochRewardSummaries({}),
  listReferralSetReferees: () => api.listReferralSetReferees({}),
  listStopOrders: () => api.listStopOrders({}),
  listAccounts: () => api.listAccounts({}),
  listLiquidityProvisions: () => api.listLiquidityProvisions({ marketId }),
  getStake: () => api.getStake(partyId),
  listNodeSignatures: () => api.listNodeSignatures({ id }),
  getOrder: () => api.getOrder(orderId),
  filter: () => api.listAccounts({ 'filter.accountTypes': types }),
  error: () => api.getOrder(missing),
  later: () => new Api({ baseUrl: stub }).api.getOrder(orderId),
})
