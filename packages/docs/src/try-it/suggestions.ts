import { requestUrl } from './request.ts'

/** Where an identifier of each kind is found on any network: a list, and the fields of its records that hold one. */
const SOURCES: Readonly<Record<string, { path: string; fields: readonly string[] }>> = {
  PartyId: { path: '/api/v2/accounts', fields: ['owner'] },
  AssetId: { path: '/api/v2/accounts', fields: ['asset'] },
  MarketId: { path: '/api/v2/stoporders', fields: ['marketId'] },
  OrderId: { path: '/api/v2/stoporders', fields: ['orderId'] },
  ReferralSetId: { path: '/api/v2/referral-sets/referees', fields: ['referralSetId'] },
  ResourceId: { path: '/api/v2/rewards/epoch/summaries', fields: ['assetId'] },
}

/** Whether identifiers of a schema can be looked up. */
export function canFind(schema: string | undefined): schema is string {
  return schema !== undefined && schema in SOURCES
}

/** An identifier that the network has, or nothing when it has none. */
export async function findId(baseUrl: string, schema: string): Promise<string | undefined> {
  const source = SOURCES[schema]
  if (!source) return undefined
  const first = { name: 'pagination.first', place: 'query', values: ['500'] } as const
  const response = await fetch(requestUrl(baseUrl, source.path, [first]))
  return search(await response.json(), source.fields)
}

function search(node: unknown, fields: readonly string[]): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  for (const [name, value] of Object.entries(node)) {
    const found = fields.includes(name) ? identifier(value) : search(value, fields)
    if (found !== undefined) return found
  }
  return undefined
}

/** Ids of the network itself, and empty ids, are not useful in a request. */
function identifier(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value) ? value : undefined
}
