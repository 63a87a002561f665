import type { Caller } from './caller.ts'
import {
  ApiError,
  configure,
  type ErrorBody,
  getOrder,
  listAccounts,
  type Order,
  type Side,
} from './client/client.ts'

export const known: Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = 'SIDE_LATER'
export const later: Order['side'] = 'SIDE_LATER'

export const caller: Caller = {
  accounts: async (serverUrl, types) => {
    configure({ serverUrl })
    const query = { 'pagination.first': 2, 'filter.accountTypes': types }
    return (await listAccounts({ query })).accounts.edges
  },
  order: async (serverUrl, orderId) => {
    configure({ serverUrl })
    return (await getOrder({ path: { orderId } })).order
  },
  missing: (serverUrl, orderId) => {
    configure({ serverUrl })
    return getOrder({ path: { orderId } }).then(
      () => Promise.reject(new Error('no error')),
      error => {
        if (!(error instanceof ApiError)) throw error
        return { ...(error.body as ErrorBody), status: error.status }
      },
    )
  },
}
