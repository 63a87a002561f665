import axios from 'axios'
import type { Caller } from './caller.ts'
import { type ErrorBody, getOrder, listAccounts, type Order, type Side } from './client'

export const known: Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = 'SIDE_LATER'
export const later: Order['side'] = 'SIDE_LATER'

export const caller: Caller = {
  accounts: async (baseURL, types) => {
    const params = { 'pagination.first': 2, 'filter.accountTypes': types }
    return (await listAccounts(params, { baseURL })).data.accounts.edges
  },
  order: async (baseURL, orderId) => (await getOrder(orderId, undefined, { baseURL })).data.order,
  missing: (baseURL, orderId) =>
    getOrder(orderId, undefined, { baseURL }).then(
      () => Promise.reject(new Error('no error')),
      error => {
        if (!axios.isAxiosError<ErrorBody>(error) || !error.response) throw error
        return { ...error.response.data, status: error.response.status }
      },
    ),
}
