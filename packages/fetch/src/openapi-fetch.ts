import { type HeaderSource, type OperationId, type paths, routes } from '@trading-network/types'
import createRawClient from 'openapi-fetch'
import { type Answer, readAnswer } from './answer.ts'
import { createAttempts } from './attempts.ts'
import { type Settings, type Source, settingsWith } from './call.ts'
import type { ClientConfig } from './config.ts'
import { within } from './time-limit.ts'
import { baseUrlOf, checkQuery, type Params, splitParams, writePath } from './url.ts'

/** The result of a `GET` of openapi-fetch, without the types of the single operations. */
export interface Result {
  readonly error?: unknown
  readonly response: Response
}

export type Calls = ReturnType<typeof createCalls>

/** The calls and the settings of each client. In a declaration of the client, its type would cost every user. */
export const callsOf = new WeakMap<object, { readonly calls: Calls; readonly settings: Settings }>()

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

  /**
   * Calls an operation until the signal aborts.
   *
   * @param isShared true if other code reads the response, too.
   * @returns the result, and our reading of the response unless middleware has replaced it.
   */
  const get = (
    operationId: OperationId,
    settings: Settings,
    init: { readonly params?: { readonly query?: Params }; readonly parseAs?: 'stream' },
    isShared: boolean,
  ) => {
    const { headers, middleware } = settings
    const work = async (signal?: AbortSignal) => {
      checkQuery(init.params?.query)
      let answer: Answer | undefined
      const result = await GET(routes[operationId].path, {
        ...init,
        headers: headers && (await mergedHeaders(headers)),
        middleware,
        signal,
        // As it is now: undici's `install()` replaces it together with `fetch`.
        Request: globalThis.Request,
        fetch: async (request: Request) => {
          answer = await attempts(operationId, request, settings, signal, isShared)
          const { response, copy = response, error } = answer
          // Without a copy, the body has been read. With a cause, openapi-fetch could not read it, either.
          if (error && (copy === response || error.cause)) {
            if (copy !== response) copy.body?.cancel().catch(() => {})
            throw error
          }
          return copy
        },
      })
      const isOurs = result.response === (answer?.copy ?? answer?.response)
      return { result, answer: isOurs ? answer : undefined }
    }
    return settings.signal ? within(settings.signal, work) : work()
  }

  const send: Source['send'] = async (base, operationId, given, options) => {
    const settings = options ? settingsWith(base, options) : base
    const { path } = routes[operationId]
    const params = splitParams(path, given)
    const isShared = calls.isShared || !!settings.middleware?.length
    // As a stream, because the body has been read and parsed.
    const { result, answer } = await get(operationId, settings, { params, parseAs: 'stream' }, isShared)
    const url = baseUrl + writePath(path, params.path)
    const read = answer ?? (await readReplaced(result, operationId, url, settings.maxSize))
    if (read.error) throw read.error
    return read
  }

  const calls = {
    send,
    get,
    // Its own type takes 155,000 instantiations, so no declaration of ours names it.
    raw: client as object,
    /** True if other code has the client of openapi-fetch, and may add middleware. */
    isShared: false,
  }
  return calls
}

/** Reads a response of middleware, which may have no URL. openapi-fetch has read and parsed the body of an error. */
const readReplaced = (
  { error, response }: Result,
  operationId: OperationId,
  url: string,
  maxSize: number | undefined,
): Promise<Answer> => {
  const text = typeof error === 'string' ? error : JSON.stringify(error)
  return readAnswer({ operationId, url: response.url || url, response }, maxSize, false, text)
}

/** The headers of all sources; a later source overrides an earlier one. A header that is `undefined` is left out. */
const mergedHeaders = async (sources: readonly HeaderSource[]): Promise<Headers> => {
  const all = new Headers()
  for (const source of sources) {
    const given = typeof source === 'function' ? await source() : source
    const entries = Symbol.iterator in given ? given : Object.entries(given)
    const known = [...entries].filter(([, value]) => value !== undefined)
    for (const [name, value] of new Headers(known as [string, string][])) all.set(name, value)
  }
  return all
}
