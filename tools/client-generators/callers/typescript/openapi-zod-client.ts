import { isErrorFromAlias } from '@zodios/core'
import axios from 'axios'
import type { Caller } from './caller.ts'
import { api, createApiClient } from './client.ts'

export const caller: Caller = {
  remedy: () => {
    axios.defaults.paramsSerializer = { indexes: null }
  },
  accounts: async (baseUrl, types) => {
    const queries = { 'pagination.first': 2, 'filter.accountTypes': types }
    return (await createApiClient(baseUrl).listAccounts({ queries })).accounts.edges
  },
  order: async (baseUrl, orderId) => (await createApiClient(baseUrl).getOrder({ params: { orderId } })).order,
  missing: (baseUrl, orderId) =>
    createApiClient(baseUrl)
      .getOrder({ params: { orderId } })
      .then(
        () => Promise.reject(new Error('no error')),
        error => {
          if (!isErrorFromAlias(api.api, 'getOrder', error) || error.response.status !== 404) throw error
          return { ...error.response.data, status: 404 }
        },
      ),
}
