import { type OperationId, type paths, routes } from '@trading-network/types'
import createRawClient, { type Client, type Middleware } from 'openapi-fetch'
import { baseUrlOf } from './base-url.ts'
import type { ClientConfig } from './config.ts'
import { fillPath } from './path.ts'
import { createTransport } from './transport.ts'

export type { Client } from 'openapi-fetch'

/** The operation that a request calls; undefined when middleware changed its path. */
const operationOf = ({ url }: Request): OperationId | undefined => {
  const { pathname } = new URL(url)
  const matches = ([, { path }]: [string, { path: string }]) =>
    new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
  return Object.entries(routes).find(matches)?.[0] as OperationId | undefined
}

/**
 * The openapi-fetch client of the same contract, for libraries that need it (openapi-react-query, swr-openapi), and for
 * `client.GET('/api/v2/accounts', ...)` with `{ data, error, response }`.
 *
 * It has the settings of `createClient`: base URL, `fetch`, headers, middleware, retries, timeout, rate limit and
 * validation of path values. openapi-fetch returns errors, so test `response.ok` and not `error`, which is falsy for an
 * error without a body. A 2xx response with an invalid body rejects with an `ApiError` here too.
 *
 * @example
 * const raw = createOpenapiFetchClient({ baseUrl: 'http://127.0.0.1:8080' })
 * const { data, response } = await raw.GET('/api/v2/accounts', { params: { query: { 'pagination.first': 10 } } })
 */
export const createOpenapiFetchClient = (config: ClientConfig): Client<paths> => {
  const transport = createTransport(config)
  const client = createRawClient<paths>({
    baseUrl: baseUrlOf(config),
    headers: config.headers ?? {},
    fetch: async request => {
      const operationId = operationOf(request)
      if (!operationId) return (config.fetch ?? globalThis.fetch)(request)
      const options = { ...config, signal: request.signal }
      const { text, response } = await transport(operationId, request, {}, options)
      return new Response(text || null, response)
    },
    pathSerializer: fillPath,
  })
  // openapi-fetch passes more fields to middleware. The shared fields have the same types.
  client.use(...((config.middleware ?? []) as readonly Middleware[]))
  return client
}
