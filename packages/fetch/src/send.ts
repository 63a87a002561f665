import { type CallOptions, type OperationId, routes } from '@trading-network/types'
import { followSignal } from './abort.ts'
import { ApiError } from './api-error.ts'
import type { ClientConfig } from './config.ts'
import { createOpenapiFetchClient } from './openapi-fetch.ts'
import { createTransport } from './transport.ts'

/** Parameters of any operation: path and query together, under their names on the wire. */
export type Params = Readonly<Record<string, unknown>>

/** Calls one operation and gives the body of its answer, or rejects. */
export type Send = (operationId: OperationId, params: Params, options: CallOptions) => Promise<object>

/** As much of openapi-fetch's `GET` as is left when the path comes from a table. */
type Get = (
  path: string,
  init: Record<string, unknown>,
) => Promise<{ data?: string; error?: unknown; response: Response }>

/** The only place that knows how openapi-fetch is called: another engine in its stead is a change to this file. */
export const createSend = (config: ClientConfig): Send => {
  const get = createOpenapiFetchClient(config).GET as unknown as Get
  const transport = createTransport(config)

  return (operationId, params, { headers, signal: callerSignal }) =>
    followSignal(callerSignal, async signal => {
      const { path, page } = routes[operationId]
      const query: Record<string, unknown> = { ...params }
      for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) query[name] = undefined

      let url = path
      let reached: Response | undefined
      let flaw: unknown

      const { data, error, response } = await get(path, {
        params: { path: params, query },
        headers,
        signal,
        // Success is parsed below: openapi-fetch would lose status and text of one that is not JSON.
        parseAs: 'text',
        fetch: async (request: Request) => {
          url = request.url
          reached = await transport(request)
          return reached
        },
      }).catch((cause: unknown) => {
        // Did reading the body fail? Whatever else throws, such as a middleware, has left it unread.
        if (!reached?.bodyUsed || signal?.aborted) throw cause
        flaw = cause
        return { data: '', error: undefined, response: reached }
      })

      // Never by `error`, which is falsy for an empty body.
      if (response.ok) {
        try {
          const answer = JSON.parse(data as string)
          // A captive portal or a proxy answers 200 with HTML or JSON of its own, which must not become data.
          if ((page ? answer[page].pageInfo : answer) instanceof Object) return answer
        } catch (cause) {
          flaw ??= cause
        }
      }
      throw new ApiError({ operationId, url, response }, error ?? data ?? '', flaw)
    })
}
