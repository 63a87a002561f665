import { type CallOptions, type OperationId, routes } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import { baseUrlOf } from './base-url.ts'
import type { ClientConfig } from './config.ts'
import { throughMiddleware } from './middleware.ts'
import { headersOf, type Settings, settingsWith } from './options.ts'
import { fillPath } from './path.ts'
import { writeQuery } from './query.ts'
import { TimeoutError } from './timeout-error.ts'
import { createTransport } from './transport.ts'
import { within } from './within.ts'

/** Parameters of any operation: path and query together, with the same names as in the URL. */
export type Params = Readonly<Record<string, unknown>>

/** Calls one operation and returns its response, or rejects. */
export type Send = (operationId: OperationId, params: Params, options: CallOptions) => Promise<Answer>

/**
 * One logical call, from parameters to data.
 *
 * @returns creates the `Send` for settings of the client; all of them share one transport.
 * @throws TypeError for an invalid base URL or rate.
 */
export const createSend = (config: ClientConfig): ((base: Settings) => Send) => {
  const baseUrl = baseUrlOf(config)
  const transport = createTransport(config)

  return base => async (operationId, params, given) => {
    const settings = settingsWith(base, given)
    const { headers: sources, middleware, signal, deadline } = settings
    const schemaPath = routes[operationId].path
    const path: Record<string, unknown> = {}
    const query: Record<string, unknown> = { ...params }
    for (const [, name = ''] of schemaPath.matchAll(/\{(\w+)\}/g)) {
      path[name] = params[name]
      delete query[name]
    }
    const search = writeQuery(query)
    const url = baseUrl + fillPath(schemaPath, path) + (search && `?${search}`)

    const work = async (signal: AbortSignal | undefined) => {
      const headers = sources[0] ? await headersOf(sources) : undefined
      const all = { ...settings, signal }
      if (!middleware[0]) return transport(operationId, url, headers, all)
      const about = {
        schemaPath,
        params: { path, query },
        id: Math.random().toString(36).slice(2),
        options: { baseUrl },
      }
      return throughMiddleware(
        middleware,
        about,
        new Request(url, { ...(headers && { headers }), ...(signal && { signal }) }),
        request => transport(operationId, request, request.headers, all),
        response => readAnswer({ operationId, url, response }, settings.maxSize),
      )
    }
    const answer = await (middleware[0] || deadline
      ? within(signal, work, deadline, () => new TimeoutError(operationId, deadline as number))
      : work(signal))
    if (answer.error) throw answer.error
    return answer
  }
}
