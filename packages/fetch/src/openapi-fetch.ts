import { type HeaderSource, type OperationId, type paths, routes } from '@trading-network/types'
import createRawClient from 'openapi-fetch'
import { type Answer, type ReadResponse, readAnswer, unread } from './answer.ts'
import { createAttempts } from './attempts.ts'
import { type Settings, type Source, settingsWith } from './call.ts'
import type { ClientConfig } from './config.ts'
import { TimeoutError, within } from './time-limit.ts'
import { baseUrlOf, checkQuery, type Params, splitParams, writePath } from './url.ts'

/** The result of a `GET` of openapi-fetch, without the types of the single operations. */
export interface Result {
  readonly error?: unknown
  readonly response: ReadResponse
}

export type Calls = ReturnType<typeof createCalls>

/**
 * The calls of one network, through one client of openapi-fetch, which no other module imports. That makes the URL, the
 * headers and the request of each call, and runs the middleware. Its `fetch` makes the attempts.
 *
 * @throws TypeError for an invalid base URL or rate.
 */
export const createCalls = (config: ClientConfig) => {
  const attempts = createAttempts(config)
  const baseUrl = baseUrlOf(config.baseUrl)
  const client = createRawClient<paths>({ baseUrl, pathSerializer: writePath })
  const GET = client.GET as (path: string, init: object) => Promise<Result>

  /** Calls an operation, and reads the result, until the signal aborts or the deadline is over. */
  const get = <T>(
    operationId: OperationId,
    settings: Settings,
    init: { readonly params?: { readonly query?: Params }; readonly parseAs?: 'stream' },
    read: (result: Result) => T | Promise<T>,
  ): Promise<T> => {
    const { deadline, headers, middleware } = settings
    const work = async (signal?: AbortSignal) => {
      checkQuery(init.params?.query)
      const result = await GET(routes[operationId].path, {
        ...init,
        headers: headers && (await mergedHeaders(headers)),
        middleware,
        signal,
        // As it is now: undici's `install()` replaces it together with `fetch`.
        Request: globalThis.Request,
        fetch: async (request: Request) => {
          const answer = await attempts(operationId, request, settings, signal)
          // openapi-fetch cannot read a 2xx that is cut off or not JSON.
          if (answer.response.ok && answer.error?.retryable) throw answer.error
          return unread(answer)
        },
      })
      return read(result)
    }
    return settings.signal || deadline !== undefined
      ? within(settings.signal, work, deadline, () => new TimeoutError(operationId, deadline!))
      : work()
  }

  const send: Source['send'] = async (base, operationId, given, callOptions) => {
    const settings = callOptions ? settingsWith(base, callOptions) : base
    const { path } = routes[operationId]
    const params = splitParams(path, given)
    // As a stream, because the body has been read and parsed.
    const answer: Answer = await get(operationId, settings, { params, parseAs: 'stream' }, result => {
      const { error, response } = result
      if (response.answer) return response.answer
      // Middleware has replaced the response, and openapi-fetch has read and parsed the body of an error.
      const body = typeof error === 'string' ? error : JSON.stringify(error)
      const readable = response.bodyUsed ? new Response(body, response) : response
      // A response that middleware made has no URL.
      const url = readable.url || baseUrl + writePath(path, params.path)
      return readAnswer({ operationId, url, response: readable }, settings.maxSize)
    })
    if (answer.error) throw answer.error
    return answer
  }

  // Its own type takes 155,000 instantiations, so no declaration of ours names it.
  return { send, get, raw: client as object }
}

/** The headers of all sources; a later source overrides an earlier one. */
const mergedHeaders = async (sources: readonly HeaderSource[]): Promise<Headers> => {
  const all = new Headers()
  for (const source of sources) {
    const headers = new Headers((typeof source === 'function' ? await source() : source) as HeadersInit)
    for (const [name, value] of headers) all.set(name, value)
  }
  return all
}
