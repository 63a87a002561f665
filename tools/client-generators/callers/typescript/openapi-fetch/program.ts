import createClient from 'openapi-fetch'
import { id, marketId, missing, network, orderId, partyId, print, stub } from './calls.ts'
import type { components, paths } from './client.ts'

export const known: components['schemas']['Side'] = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: components['schemas']['Side'] = 'SIDE_LATER'
export const later: components['schemas']['Order']['side'] = 'SIDE_LATER'

const { GET } = createClient<paths>({ baseUrl: network })
const types: components['schemas']['AccountType'][] = ['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL']
const order = (orderId: string, baseUrl = network) =>
  GET('/api/v2/order/{orderId}', { baseUrl, params: { path: { orderId } } })

await print({
  listFundingPeriodDataPoints: () =>
    GET('/api/v2/funding-periods/data-points/{marketId}', { params: { path: { marketId } } }),
  listEpochRewardSummaries: () => GET('/api/v2/rewards/epoch/summaries'),
  listReferralSetReferees: () => GET('/api/v2/referral-sets/referees'),
  listStopOrders: () => GET('/api/v2/stoporders'),
  listAccounts: () => GET('/api/v2/accounts'),
  listLiquidityProvisions: () => GET('/api/v2/liquidity/all-provisions', { params: { query: { marketId } } }),
  getStake: () => GET('/api/v2/parties/{partyId}/stake', { params: { path: { partyId } } }),
  listNodeSignatures: () => GET('/api/v2/node/signatures', { params: { query: { id } } }),
  getOrder: () => order(orderId),
  filter: () => GET('/api/v2/accounts', { params: { query: { 'filter.accountTypes': types } } }),
  error: () => order(missing),
  later: () => order(orderId, stub),
})
