import createClient from 'openapi-fetch'
import type { Caller } from './caller.ts'
import type { components, paths } from './client.ts'

export const known: components['schemas']['Side'] = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: components['schemas']['Side'] = 'SIDE_LATER'
export const later: components['schemas']['Order']['side'] = 'SIDE_LATER'

export const caller: Caller = {
  accounts: async (baseUrl, types) => {
    const query = { 'pagination.first': 2, 'filter.accountTypes': types }
    const client = createClient<paths>({ baseUrl })
    const { data, error } = await client.GET('/api/v2/accounts', { params: { query } })
    if (!data) throw error
    return data.accounts.edges
  },
  order: async (baseUrl, orderId) => {
    const client = createClient<paths>({ baseUrl })
    const { data, error } = await client.GET('/api/v2/order/{orderId}', { params: { path: { orderId } } })
    if (!data) throw error
    return data.order
  },
  missing: async (baseUrl, orderId) => {
    const client = createClient<paths>({ baseUrl })
    const { error, response } = await client.GET('/api/v2/order/{orderId}', { params: { path: { orderId } } })
    return { ...error!, status: response.status }
  },
}
