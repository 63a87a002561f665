import { type CallOptions, type OperationId, routes, type TradingNetworkApi } from '@trading-network/types'
import type { ClientConfig } from './config.ts'
import { pagedResult } from './paged-result.ts'
import { createSend, type Params } from './send.ts'

/**
 * A client for one network: a method for each operation of the contract, named by its operation id.
 *
 * `getOrder` gives a promise of the response; the other methods give a `PagedResult`, which awaits to the first page
 * and iterates over the records of all pages. Parameters have the names they have on the wire and are sent as given:
 * arrays as repeated names, empty arrays and `undefined` not at all.
 *
 * Calls reject with an `ApiError` when the server refuses or its answer is unusable, with the error of `fetch` when
 * there is no answer, with the signal's reason after an abort, and with a `TypeError` before any request when a path
 * parameter cannot be an identifier.
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
