import type { Caller } from './caller.ts'
import { createApiClient, type Schemas } from './client.ts'

export const known: Schemas.Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Schemas.Side = 'SIDE_LATER'
export const later: Schemas.Order['side'] = 'SIDE_LATER'

/** The generated client leaves the request to its user. */
const clientOf = (baseUrl: string) =>
  createApiClient(
    {
      fetch: ({ method, url, urlSearchParams }) =>
        fetch(`${url}${urlSearchParams ? `?${urlSearchParams}` : ''}`, { method }),
    },
    baseUrl,
  )

export const caller: Caller = {
  accounts: async (baseUrl, types) => {
    const query = { 'pagination.first': 2, 'filter.accountTypes': types }
    return (await clientOf(baseUrl).get('/api/v2/accounts', { query, header: {} })).accounts.edges
  },
  order: async (baseUrl, orderId) =>
    (await clientOf(baseUrl).get('/api/v2/order/{orderId}', { path: { orderId }, query: {}, header: {} }))
      .order,
  missing: async (baseUrl, orderId) => {
    const result = await clientOf(baseUrl).get('/api/v2/order/{orderId}', {
      path: { orderId },
      query: {},
      header: {},
      withResponse: true,
    })
    if (result.ok) throw new Error('no error')
    return { ...result.data, status: result.status }
  },
}
