import axios from 'axios'
import { id, marketId, missing, network, orderId, partyId, print, stub } from './calls.ts'
import * as client from './client'

export const known: client.Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: client.Side = 'SIDE_LATER'
export const later: client.Order['side'] = 'SIDE_LATER'

axios.defaults.baseURL = network
const types: client.AccountType[] = ['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL']

await print({
  listFundingPeriodDataPoints: () => client.listFundingPeriodDataPoints(marketId),
  listEpochRewardSummaries: () => client.listEpochRewardSummaries(),
  listReferralSetReferees: () => client.listReferralSetReferees(),
  listStopOrders: () => client.listStopOrders(),
  listAccounts: () => client.listAccounts(),
  listLiquidityProvisions: () => client.listLiquidityProvisions({ marketId }),
  getStake: () => client.getStake(partyId),
  listNodeSignatures: () => client.listNodeSignatures({ id }),
  getOrder: () => client.getOrder(orderId),
  filter: () => client.listAccounts({ 'filter.accountTypes': types }),
  error: () => client.getOrder(missing),
  later: () => client.getOrder(orderId, undefined, { baseURL: stub }),
})
