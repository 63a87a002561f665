import { type CallOptions, type OperationId, routes } from '@trading-network/types'
import { createFinalURL, createQuerySerializer, mergeHeaders } from 'openapi-fetch'
import { type Answer, readAnswer } from './answer.ts'
import { baseUrlOf } from './base-url.ts'
import type { ClientConfig } from './config.ts'
import { throughMiddleware } from './middleware.ts'
import { fillPath } from './path.ts'
import { createTransport } from './transport.ts'
import { within } from './within.ts'

/** Parameters of any operation: path and query together, with the same names as in the URL. */
export type Params = Readonly<Record<string, unknown>>

/** Calls one operation and returns the body of its response, or rejects. */
export type Send = (operationId: OperationId, params: Params, options: CallOptions) => Promise<object>

const dataOf = ({ data, error }: Answer): object => {
  if (data) return data
  throw error
}

/**
 * One logical call, from parameters to data. The only file of the client that uses openapi-fetch, to build a request
 * (URL, query, headers).
 */
export const createSend = (config: ClientConfig): Send => {
  const transport = createTransport(config)
  const baseUrl = baseUrlOf(config)
  const serializers = { querySerializer: createQuerySerializer(), pathSerializer: fillPath }

  return async (operationId, params, given) => {
    const schemaPath = routes[operationId].path
    const path: Record<string, unknown> = {}
    const query: Record<string, unknown> = { ...params }
    for (const [, name = ''] of schemaPath.matchAll(/\{(\w+)\}/g)) {
      path[name] = params[name]
      delete query[name]
    }
    const about = { schemaPath, params: { path, query } }
    const url = createFinalURL(schemaPath, { baseUrl, params: about.params, ...serializers })
    const init: RequestInit =
      (config.headers ?? given.headers) ? { headers: mergeHeaders(config.headers, given.headers) } : {}
    const middleware = [...(config.middleware ?? []), ...(given.middleware ?? [])]
    const { timeout = config.timeout, retry = config.retry } = given
    const { onAttempt = config.onAttempt, onRetry = config.onRetry, signal } = given
    const options = { timeout, retry, onAttempt, onRetry, signal }

    if (!middleware[0]) {
      return dataOf(await transport(operationId, url, init, options))
    }
    return within(
      Infinity,
      signal,
      () => undefined,
      async signal => {
        const send = async (request: Request) => {
          const { text, response } = await transport(operationId, request, {}, { ...options, signal })
          // The transport has read the body, so the middleware gets a new response.
          return new Response(text || null, response)
        }
        const call = { ...about, id: Math.random().toString(36).slice(2), options: { baseUrl } }
        const request = new Request(url, { ...init, signal })
        const response = await throughMiddleware(middleware, call, request, send)
        return dataOf(await readAnswer({ operationId, url, response }))
      },
    )
  }
}
