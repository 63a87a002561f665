import { type Middleware, type MiddlewareChain, routes } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { Attempts, Chain, PlainCall, Settings } from './options.ts'

/**
 * Middleware for a client or a call, in this order.
 *
 * @example
 * const authorize: Middleware = {
 *   onRequest: ({ request }) => request.headers.set('authorization', `Bearer ${token}`),
 * }
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', middleware: chain(authorize, validateAnswers()) })
 */
export const chain = (...list: readonly Middleware[]): MiddlewareChain => {
  const made: Chain = {
    list,
    after: before => chain(...(before?.list ?? []), ...list) as Chain,
    run: (...call) => throughMiddleware(list, ...call),
  }
  return made
}

/** A new response for code that reads the body, which the client has read. */
export const unread = ({ text, response }: Answer): Response =>
  Object.defineProperty(new Response(text || null, response), 'url', { value: response.url })

/**
 * Sends a call through middleware as openapi-fetch does: `onRequest` in order, `onResponse` and `onError` in reverse.
 *
 * A response that no middleware replaces keeps its parsed data. Request and response are created when a middleware
 * reads them: they cost as much as the rest of the call.
 */
const throughMiddleware = async (
  list: readonly Middleware[],
  attempts: Attempts,
  { operationId, baseUrl, params, url, headers }: PlainCall,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<Answer> => {
  const schemaPath = routes[operationId].path
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = { ...params }
  for (const [, name = ''] of schemaPath.matchAll(/\{(\w+)\}/g)) {
    path[name] = params[name]
    delete query[name]
  }
  let request: Request | undefined
  let answer: Answer | undefined
  let response: Response | undefined
  const call = {
    schemaPath,
    params: { path, query },
    id: Math.random().toString(36).slice(2),
    options: { baseUrl },
    get request() {
      request ??= new Request(url, { ...(headers && { headers }), ...(signal && { signal }) })
      return request
    },
    get data() {
      return answer?.data
    },
    get response() {
      response ??= answer && unread(answer)
      return response as Response
    },
    error: undefined as unknown,
  }
  const read = (response: Response) => readAnswer({ operationId, url, response }, settings.maxSize)
  const reversed = [...list].reverse()
  for (const each of list) {
    const given = await each.onRequest?.(call)
    if (given instanceof Response) return read(given)
    request = given ?? request
  }
  try {
    answer = await (request
      ? attempts(
          operationId,
          request,
          request.headers,
          // A request with another method may change something, so it is not repeated.
          request.method === 'GET' ? settings : { ...settings, retry: 0 },
          signal,
        )
      : attempts(operationId, url, headers, settings, signal))
  } catch (reason) {
    call.error = reason
    for (const each of reversed) {
      const given = await each.onError?.(call)
      if (given instanceof Response) {
        response = given
        break
      }
      call.error = given ?? call.error
    }
    if (!response) throw call.error
  }
  for (const each of reversed) {
    const given = await each.onResponse?.(call)
    if (given && given !== response) {
      response = given
      answer = undefined
    }
  }
  return answer ?? read(response as Response)
}
