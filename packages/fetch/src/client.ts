import { type CallOptions, type OperationId, routes, type TradingNetworkApi } from '@trading-network/types'
import { LazyCall } from './call.ts'
import type { ClientConfig } from './config.ts'
import { createCalls } from './openapi-fetch.ts'
import { PagedCall } from './paged-call.ts'
import { type Params, splitParams } from './url.ts'

/**
 * A client for one network: a method for each operation of the contract, named by its operation id. It returns a `Call`,
 * or a `PagedResult` for a list. A call sends no request until you use it.
 *
 * Calls reject with an `ApiError` for an error or an invalid response, with the error of `fetch` without a response,
 * with the signal's reason after an abort, and with a `TypeError`, before any request, for an invalid parameter or an
 * empty list.
 *
 * @throws TypeError for an invalid base URL, and for a number that is negative or none; an Error for invalid middleware.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
 * for await (const account of client.listAccounts({ 'filter.partyIds': [partyId] })) {
 *   console.log(account.type, account.balance)
 * }
 */
export const createClient = (config: ClientConfig): TradingNetworkApi => {
  const calls = createCalls(config)
  const client: Partial<Record<OperationId, unknown>> = {}
  for (const name in routes) {
    const operationId = name as OperationId
    const { path, page } = routes[operationId]
    const Result = page ? PagedCall : LazyCall
    client[operationId] = (given?: Params, options?: CallOptions) =>
      new Result({ operationId, ...splitParams(path, given), options: options ?? {}, calls })
  }
  // The table and the interface are generated from the same contract, name by name.
  return client as unknown as TradingNetworkApi
}
