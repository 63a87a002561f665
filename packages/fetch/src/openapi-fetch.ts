import { type OperationId, type paths, routes } from '@trading-network/types'
import createRawClient, { type Client, type Middleware } from 'openapi-fetch'
import { baseUrlOf } from './base-url.ts'
import type { ClientConfig } from './config.ts'
import { fillPath } from './path.ts'
import { createTransport } from './transport.ts'

export type { Client } from 'openapi-fetch'

/** The operation that a request calls; none when middleware sent it elsewhere. */
const operationOf = ({ url }: Request): OperationId | undefined => {
  const { pathname } = new URL(url)
  const matches = ([, { path }]: [string, { path: string }]) =>
    new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
  return Object.entries(routes).find(matches)?.[0] as OperationId | undefined
}

/**
 * The openapi-fetch client of the same contract, for what is built on it (openapi-react-query, swr-openapi) and for
 * those who prefer `client.GET('/api/v2/accounts', ...)` with `{ data, error, response }`.
 *
 * It reaches the network as `createClient` does: the same base URL, `fetch`, headers, middleware, retries, timeout,
 * pace and guard on path values. Refusals are openapi-fetch's own, so test `response.ok` rather than `error`, which is
 * falsy when an error has no body; a success that is none rejects with an `ApiError` here too.
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
  // The shapes agree in all that middleware for both clients may use; openapi-fetch tells it more.
  client.use(...((config.middleware ?? []) as readonly Middleware[]))
  return client
}
