import type { Caller } from './caller.ts'
import { type AccountType, Api, type ErrorBody, type HttpResponse, type Order, Side } from './client/Api.ts'

export const known: Side = Side.SIDE_BUY
// @ts-expect-error The type of the known values has no other; the field of a response has.
export const unknown: Side = Side.SIDE_LATER
export const later: Order['side'] = 'SIDE_LATER'

export const caller: Caller = {
  accounts: async (baseUrl, types) => {
    const query = { 'pagination.first': 2, 'filter.accountTypes': types as AccountType[] }
    return (await new Api({ baseUrl }).api.listAccounts(query)).data.accounts.edges
  },
  order: async (baseUrl, orderId) => (await new Api({ baseUrl }).api.getOrder(orderId)).data.order,
  missing: (baseUrl, orderId) =>
    new Api({ baseUrl }).api.getOrder(orderId).then(
      () => Promise.reject(new Error('no error')),
      ({ status, error }: HttpResponse<unknown, ErrorBody>) => ({ ...error, status }),
    ),
}
