import { axiosInstance } from '@kubb/plugin-client/clients/axios'
import axios from 'axios'
import type { Caller } from './caller.ts'
import { type ErrorBody, getOrder, listAccounts, type Order, type Side } from './client/index.ts'

export const known: Side = 'SIDE_BUY'
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = 'SIDE_LATER'
export const later: Order['side'] = 'SIDE_LATER'

export const caller: Caller = {
  remedy: () => {
    axiosInstance.defaults.paramsSerializer = { indexes: null }
  },
  accounts: async (baseURL, types) => {
    const params = { 'pagination.first': 2, 'filter.accountTypes': types }
    return (await listAccounts(params, {}, { baseURL })).accounts.edges
  },
  order: async (baseURL, orderId) => (await getOrder(orderId, {}, {}, { baseURL })).order,
  missing: (baseURL, orderId) =>
    getOrder(orderId, {}, {}, { baseURL }).then(
      () => Promise.reject(new Error('no error')),
      error => {
        if (!axios.isAxiosError<ErrorBody>(error) || !error.response) throw error
        return { ...error.response.data, status: error.response.status }
      },
    ),
}
