import { withoutApiPath } from './request.ts'

/** Where to find an identifier of a schema, on any network: the path of a list, and a field of its records. */
export const ID_SOURCES: Readonly<Record<string, readonly [path: string, field: string]>> = {
  PartyId: ['/api/v2/accounts', 'owner'],
  AssetId: ['/api/v2/accounts', 'asset'],
  MarketId: ['/api/v2/stoporders', 'marketId'],
  OrderId: ['/api/v2/stoporders', 'orderId'],
  ReferralSetId: ['/api/v2/referral-sets/referees', 'referralSetId'],
  ResourceId: ['/api/v2/rewards/epoch/summaries', 'assetId'],
}

/**
 * An identifier that the network has, or nothing when it has none.
 *
 * @throws TypeError when there is no response
 */
export async function findId(baseUrl: string, schema: string): Promise<string | undefined> {
  const [path, field] = ID_SOURCES[schema] ?? []
  const response = await fetch(`${withoutApiPath(baseUrl)}${path}?pagination.first=500`)
  // Ids of the network itself, and empty ids, are not useful in a request.
  return new RegExp(`"${field}":\\s*"([0-9a-fA-F]{64})"`).exec(await response.text())?.[1]
}
