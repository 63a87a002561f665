import type { CallOptions, OperationId, TradingNetworkApi } from '@trading-network/types'
import { routes } from '@trading-network/types'
import type { LazyCall } from './call.ts'
import { settingsWith } from './settings.ts'
import { refuse } from './url.ts'

type Init = Pick<CallOptions, 'headers' | 'middleware' | 'signal'>

/**
 * The client of openapi-fetch that sends the calls of a client, with the same settings, for libraries that need one:
 * openapi-react-query, swr-openapi. Middleware of `use` runs in all calls of the client, after the client's own.
 *
 * openapi-fetch returns errors, so test `response.ok` and not `error`, which is falsy for an error without a body. A
 * 2xx response with an invalid body rejects with an `ApiError` here too.
 *
 * @throws TypeError for a client that `createClient` has not made.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
 * const raw = openapiFetch<import('openapi-fetch').Client<paths>>(client)
 * const { data, response } = await raw.GET('/api/v2/accounts', { params: { query: { 'pagination.first': 10 } } })
 */
export const openapiFetch = <Raw>(client: TradingNetworkApi): Raw => {
  // A call knows what sends it, and is not sent before it is used.
  const call = client?.listAccounts?.() as unknown as Partial<LazyCall> | undefined
  const { calls } = call?.source ?? refuse('client', client)
  calls.isShared = true
  const GET = async (path: string, { headers, middleware, signal, ...init }: Init = {}) => {
    const operationId = (Object.keys(routes) as OperationId[]).find(id => routes[id].path === path)
    const settings = settingsWith(calls.settings, { headers, middleware, signal })
    return (await calls.get(operationId ?? refuse('path', path), settings, init)).result
  }
  // The contract has only GET.
  const request = (_method: 'get', path: string, init?: Init) => GET(path, init)
  return { ...calls.raw, GET, request } as Raw
}
