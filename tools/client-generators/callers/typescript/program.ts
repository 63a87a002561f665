import createClient from 'openapi-fetch'
import type { components, paths } from './client.ts'

export const known: components['schemas']['Side'] = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: components['schemas']['Side'] = 'SIDE_LATER'
export const later: components['schemas']['Order']['side'] = 'SIDE_LATER'

const [, , baseUrl, stub, orderId, missing, marketId, partyId, id] = process.argv as [string, ...string[]] &
  string[]
const { GET } = createClient<paths>({ baseUrl })
const types: components['schemas']['AccountType'][] = ['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL']
const order = (orderId: string, url = baseUrl) =>
  GET('/api/v2/order/{orderId}', { baseUrl: url, params: { path: { orderId } } })

/** Makes a call of the client. Prints the body of a response, the status and body of an error, or the failure. */
async function call(
  name: string,
  result: Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<void> {
  const line = await result.then(
    ({ data, error, response }) => ({ call: name, value: data ?? [response.status, error] }),
    failure => ({ call: name, failure: String(failure) }),
  )
  console.log(JSON.stringify(line))
}

await call(
  'listFundingPeriodDataPoints',
  GET('/api/v2/funding-periods/data-points/{marketId}', { params: { path: { marketId } } }),
)
await call('listEpochRewardSummaries', GET('/api/v2/rewards/epoch/summaries'))
await call('listReferralSetReferees', GET('/api/v2/referral-sets/referees'))
await call('listStopOrders', GET('/api/v2/stoporders'))
await call('listAccounts', GET('/api/v2/accounts'))
await call(
  'listLiquidityProvisions',
  GET('/api/v2/liquidity/all-provisions', { params: { query: { marketId } } }),
)
await call('getStake', GET('/api/v2/parties/{partyId}/stake', { params: { path: { partyId } } }))
await call('listNodeSignatures', GET('/api/v2/node/signatures', { params: { query: { id } } }))
await call('getOrder', order(orderId))
await call('filter', GET('/api/v2/accounts', { params: { query: { 'filter.accountTypes': types } } }))
await call('error', order(missing))
await call('later', order(orderId, stub))
