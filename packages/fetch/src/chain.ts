import { type Middleware, type MiddlewareChain, type OperationId, routes } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { Attempts } from './attempts.ts'
import type { Settings } from './options.ts'
import type { Params } from './url.ts'

/** A call before its middleware. */
interface PlainCall {
  readonly operationId: OperationId
  readonly baseUrl: string
  readonly params: Params
  readonly url: string
  readonly headers: Headers | undefined
}

/** The internal form of a chain. */
export interface Chain extends MiddlewareChain {
  readonly run: typeof run
}

/**
 * Middleware for a client or a call, in this order.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080', middleware: chain(authorize, validateAnswers()) })
 */
export const chain = (...list: readonly Middleware[]): MiddlewareChain => ({ list, run }) as Chain

/** A new response for code that reads the body, which the client has read. */
export const unread = ({ text, response }: Answer): Response =>
  Object.defineProperty(new Response(text || null, response), 'url', { value: response.url })

/**
 * Sends a call through middleware as openapi-fetch does: `onRequest` in order, `onResponse` and `onError` in reverse.
 *
 * A response that no middleware replaces keeps its parsed data. Request and response are created when a middleware
 * reads them: they cost as much as the rest of the call.
 */
async function run(
  this: Chain,
  attempts: Attempts,
  { operationId, baseUrl, params, url, headers }: PlainCall,
  settings: Settings,
): Promise<Answer> {
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
      const { signal } = settings
      return (request ??= new Request(url, { ...(headers && { headers }), ...(signal && { signal }) }))
    },
    get data() {
      return answer?.data
    },
    get response() {
      return (response ??= answer && unread(answer)) as Response
    },
    error: undefined as unknown,
  }
  const read = (response: Response) => readAnswer({ operationId, url, response }, settings.maxSize)
  const reversed = [...this.list].reverse()
  for (const each of this.list) {
    const given = await each.onRequest?.(call)
    if (given instanceof Response) return read(given)
    request = given ?? request
  }
  try {
    answer = await (request
      ? // A request with another method may change something, so it is not repeated.
        attempts(operationId, request, request.headers, request.method === 'GET' ? settings : { ...settings, retry: 0 })
      : attempts(operationId, url, headers, settings))
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
