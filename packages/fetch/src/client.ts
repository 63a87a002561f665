import { type CallOptions, type OperationId, routes, type TradingNetworkApi } from '@trading-network/types'
import type { ClientConfig } from './config.ts'
import { pagedResult } from './paged-result.ts'
import { createSend, type Params } from './send.ts'

/**
 * A client for one network: a method for each operation of the contract, named by its operation id.
 *
 * `getOrder` returns a promise of the response. The other methods return a `PagedResult`: await it for the first page,
 * or iterate over the records of all pages. Parameters have the same names as in the URL. An array is sent as a
 * repeated parameter; an empty array and `undefined` are not sent.
 *
 * Calls reject with an `ApiError` for an error or an invalid response, with the error of `fetch` without a response,
 * with the signal's reason after an abort, and with a `TypeError`, before any request, for an invalid path parameter.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
 * for await (const account of client.listAccounts({ 'filter.partyIds': [partyId] })) {
 *   console.log(account.type, account.balance)
 * }
 */
export const createClient = (config: ClientConfig): TradingNetworkApi => {
  const send = createSend(config)
  const methods: Partial<Record<OperationId, unknown>> = {}
  for (const name in routes) {
    const operationId = name as OperationId
    const call = routes[operationId].page ? pagedResult.bind(null, send) : send
    methods[operationId] = (params: Params, options: CallOptions = {}) =>
      call(operationId, { ...params }, options)
  }
  // The table and the interface are generated from the same contract, name by name.
  return methods as TradingNetworkApi
}
