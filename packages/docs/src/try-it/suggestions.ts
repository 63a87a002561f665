import { requestUrl } from './request.ts'

/** A list whose records have identifiers of one kind, on any network. */
export interface IdSource {
  readonly path: string
  readonly field: string
}

/** Where to find identifiers of a schema, such as `PartyId`. */
export const ID_SOURCES: Readonly<Record<string, IdSource>> = {
  PartyId: { path: '/api/v2/accounts', field: 'owner' },
  AssetId: { path: '/api/v2/accounts', field: 'asset' },
  MarketId: { path: '/api/v2/stoporders', field: 'marketId' },
  OrderId: { path: '/api/v2/stoporders', field: 'orderId' },
  ReferralSetId: { path: '/api/v2/referral-sets/referees', field: 'referralSetId' },
  ResourceId: { path: '/api/v2/rewards/epoch/summaries', field: 'assetId' },
}

/**
 * An identifier that the network has, or nothing when it has none.
 *
 * @throws TypeError when there is no response, SyntaxError when it is not JSON
 */
export async function findId(baseUrl: string, { path, field }: IdSource): Promise<string | undefined> {
  const entries = [
    { name: 'pagination.first', place: 'query', kind: 'number', isList: false, values: ['500'] },
  ] as const
  const response = await fetch(requestUrl(baseUrl, { path, entries }))
  return search(await response.json(), field)
}

function search(node: unknown, field: string): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  for (const [name, value] of Object.entries(node)) {
    const found = name === field ? identifier(value) : search(value, field)
    if (found !== undefined) return found
  }
  return undefined
}

/** Ids of the network itself, and empty ids, are not useful in a request. */
function identifier(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value) ? value : undefined
}
