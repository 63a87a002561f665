import type { Caller } from './caller.ts'
import { getOrder, listAccounts, type Order, type Side } from './client'

export const known: Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = 'SIDE_LATER'
export const later: Order['side'] = 'SIDE_LATER'

export const caller: Caller = {
  accounts: async (baseUrl, types) => {
    const query = { 'pagination.first': 2, 'filter.accountTypes': types }
    return (await listAccounts({ baseUrl, query, throwOnError: true })).data.accounts.edges
  },
  order: async (baseUrl, orderId) =>
    (await getOrder({ baseUrl, path: { orderId }, throwOnError: true })).data.order,
  missing: async (baseUrl, orderId) => {
    const { error, response } = await getOrder({ baseUrl, path: { orderId } })
    return { ...error!, status: response!.status }
  },
}
