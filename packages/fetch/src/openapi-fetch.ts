import type { paths } from '@trading-network/types'
import createRawClient, { type Client } from 'openapi-fetch'
import type { ClientConfig } from './config.ts'
import { fillPath } from './path.ts'
import { createTransport } from './transport.ts'

export type { Client, Middleware } from 'openapi-fetch'

/**
 * The openapi-fetch client of the same contract, for what is built on it (openapi-react-query, swr-openapi) and for
 * those who prefer `client.GET('/api/v2/accounts', ...)` with `{ data, error, response }`.
 *
 * It reaches the network as `createClient` does: the same base URL, `fetch`, headers and guard on path values. Its
 * answers are openapi-fetch's own, so test `response.ok` rather than `error`, which is falsy when an error has no body.
 *
 * @example
 * const client = createOpenapiFetchClient({ baseUrl: 'http://127.0.0.1:8080' })
 * const { data, response } = await client.GET('/api/v2/accounts', { params: { query: { 'pagination.first': 10 } } })
 */
export const createOpenapiFetchClient = (config: ClientConfig): Client<paths> =>
  createRawClient<paths>({
    baseUrl: String(config.baseUrl).replace(/\/+$/, ''),
    headers: config.headers ?? {},
    fetch: createTransport(config),
    pathSerializer: fillPath,
  })
