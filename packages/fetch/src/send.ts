import { type CallOptions, type OperationId, routes } from '@trading-network/types'
import { createFinalURL, createQuerySerializer, mergeHeaders } from 'openapi-fetch'
import { followSignal } from './abort.ts'
import { ApiError } from './api-error.ts'
import type { ClientConfig } from './config.ts'
import { fillPath } from './path.ts'
import { createTransport } from './transport.ts'

/** Parameters of any operation: path and query together, under their names on the wire. */
export type Params = Readonly<Record<string, unknown>>

/** Calls one operation and gives the body of its answer, or rejects. */
export type Send = (operationId: OperationId, params: Params, options: CallOptions) => Promise<object>

/**
 * One logical call, from parameters to data: the only place beneath the client that knows openapi-fetch.
 *
 * It takes from openapi-fetch how a request is written (URL, query, headers). It reads the answer itself: by its
 * status, never by its body, and as text first, because an empty, cut-off or foreign body must neither become data
 * nor hide the status.
 */
export const createSend = (config: ClientConfig): Send => {
  const transport = createTransport(config)
  const baseUrl = String(config.baseUrl).replace(/\/+$/, '')
  const serializers = { querySerializer: createQuerySerializer(), pathSerializer: fillPath }

  const createRequest = (path: string, params: Params, init: CallOptions): Request => {
    const query: Record<string, unknown> = { ...params }
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) query[name] = undefined
    const url = createFinalURL(path, { baseUrl, params: { path: params, query }, ...serializers })
    return new Request(url, {
      headers: mergeHeaders(config.headers, init.headers),
      signal: init.signal ?? null,
    })
  }

  return (operationId, params, options) =>
    followSignal(options.signal, async signal => {
      const { path, page } = routes[operationId]
      const request = createRequest(path, params, { ...options, signal })
      const response = await transport(request)
      let text = ''
      let flaw: unknown
      try {
        text = await response.text()
        if (response.ok) {
          const answer = JSON.parse(text)
          // A captive portal or a proxy answers 200 with HTML or JSON of its own.
          if ((page ? answer[page].pageInfo : answer) instanceof Object) return answer
        }
      } catch (cause) {
        if (signal?.aborted) throw cause
        flaw = cause
      }
      throw new ApiError({ operationId, url: request.url, response }, text, flaw)
    })
}
