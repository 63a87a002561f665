import type { Caller } from './caller.ts'
import { getOrder, listAccounts, type Order, type Side } from './client.ts'

export const known: Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = 'SIDE_LATER'
export const later: Order['side'] = 'SIDE_LATER'

export const caller: Caller = {
  accounts: async (baseUrl, types) => {
    const answer = await listAccounts({ paginationFirst: 2, filterAccountTypes: types }, { baseUrl })
    if (!('data' in answer && 'accounts' in answer.data)) throw new Error(`status ${answer.status}`)
    return answer.data.accounts.edges
  },
  order: async (baseUrl, orderId) => {
    const answer = await getOrder(orderId, {}, { baseUrl })
    if (!('data' in answer && 'order' in answer.data)) throw new Error(`status ${answer.status}`)
    return answer.data.order
  },
  missing: async (baseUrl, orderId) => {
    const answer = await getOrder(orderId, {}, { baseUrl })
    if (answer.status !== 404 || 'order' in answer.data) throw new Error(`status ${answer.status}`)
    return { ...answer.data, status: answer.status }
  },
}
