import { type OperationId, type paths, routes } from '@trading-network/types'
import createRawClient, { type Client, type Middleware } from 'openapi-fetch'
import { createAttempts } from './attempts.ts'
import { unread } from './chain.ts'
import type { ClientConfig } from './config.ts'
import { settingsWith } from './options.ts'
import { baseUrlOf, takePath, writeQuery } from './url.ts'

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
 * validation of parameters. openapi-fetch returns errors, so test `response.ok` and not `error`, which is falsy for an
 * error without a body. A 2xx response with an invalid body rejects with an `ApiError` here too.
 *
 * @example
 * const raw = createOpenapiFetchClient({ baseUrl: 'http://127.0.0.1:8080' })
 * const { data, response } = await raw.GET('/api/v2/accounts', { params: { query: { 'pagination.first': 10 } } })
 */
export const createOpenapiFetchClient = (config: ClientConfig): Client<paths> => {
  const attempts = createAttempts(config)
  const settings = settingsWith({}, config)
  const client = createRawClient<paths>({
    baseUrl: baseUrlOf(config),
    fetch: async request => {
      // Headers of the call override those of the client.
      const own = settingsWith(settings, { headers: request.headers })
      const headers = await own.headers?.()
      const operationId = operationOf(request)
      if (!operationId) return (config.fetch ?? globalThis.fetch)(request, { headers } as RequestInit)
      const answer = await attempts(operationId, request, headers, settings, request.signal)
      if (answer.error && answer.response.ok) throw answer.error
      return unread(answer)
    },
    // A copy, because the values belong to the caller.
    pathSerializer: (template, values) => takePath(template, { ...values }),
    querySerializer: writeQuery,
  })
  // openapi-fetch passes more fields to middleware. The shared fields have the same types.
  client.use(...((settings.middleware?.list ?? []) as readonly Middleware[]))
  return client
}
