import type { Caller } from './caller.ts'
import { getOrder, listAccounts, type Order, type Side } from './client.ts'

export const known: Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = 'SIDE_LATER'
export const later: Order['side'] = 'SIDE_LATER'

export const caller: Caller = {
  accounts: async (baseUrl, types) => {
    const { data } = await listAccounts({ paginationFirst: 2, filterAccountTypes: types }, { baseUrl })
    if (!('accounts' in data)) throw new Error(data.message)
    return data.accounts.edges
  },
  order: async (baseUrl, orderId) => {
    const { data } = await getOrder(orderId, {}, { baseUrl })
    if (!('order' in data)) throw new Error(data.message)
    return data.order
  },
  missing: async (baseUrl, orderId) => {
    const { status, data } = await getOrder(orderId, {}, { baseUrl })
    if ('order' in data) throw new Error('no error')
    return { ...data, status }
  },
}
