import type { OperationId, paths } from '@trading-network/types'
import { routes } from '@trading-network/types'
import createRawClient from 'openapi-fetch'
import { type Answer, readAnswer } from './answer.ts'
import { createAttempts } from './attempts.ts'
import type { ClientConfig } from './config.ts'
import { DEFAULTS, mergedHeaders, type Settings, settingsWith } from './settings.ts'
import { within } from './time-limit.ts'
import { baseUrlOf, writePath, writeQuery } from './url.ts'

interface Result {
  readonly error?: unknown
  readonly response: Response
}

export type Calls = ReturnType<typeof createCalls>

/**
 * The calls of one network, through one client of openapi-fetch, which no other module imports. That makes the URL, the
 * headers and the request of each call, and runs the middleware. Its `fetch` makes the attempts.
 */
export const createCalls = ({ middleware: ofAll = [], ...config }: ClientConfig) => {
  const attempts = createAttempts(config)
  const baseUrl = baseUrlOf(config.baseUrl)
  const raw = createRawClient<paths>({ baseUrl, pathSerializer: writePath, querySerializer: writeQuery })
  raw.use(...(ofAll as Parameters<typeof raw.use>))
  const GET = raw.GET as (path: string, init: object) => Promise<Result>

  /** @returns the result, and our reading of the response unless middleware has replaced it. */
  const work = async (operationId: OperationId, settings: Settings, init: object) => {
    const { headers, middleware, signal } = settings
    const isShared = calls.isShared || !!middleware?.length
    let given = headers && (await mergedHeaders(headers))
    // Headers that middleware has changed stay.
    const refresh = async ({ headers: sent }: Request) => {
      const before = given
      given = await mergedHeaders(headers)
      for (const [name, value] of given) if (sent.get(name) === before?.get(name)) sent.set(name, value)
    }
    let answer: Answer | undefined
    const result = await GET(routes[operationId].path, {
      ...init,
      headers: given,
      middleware,
      signal,
      // As it is now: undici's `install()` replaces it together with `fetch`.
      Request: globalThis.Request,
      fetch: async (request: Request) => {
        answer = await attempts(operationId, request, settings, isShared, refresh)
        const { response, error } = answer
        // Our body has been read. With a cause, openapi-fetch could not read its own, either.
        if (error && (!isShared || error.cause)) throw error
        return response
      },
    })
    return { result, answer: result.response === answer?.response ? answer : undefined }
  }

  /** Middleware and functions of headers may hang, so the signal ends them from outside. */
  const get = (operationId: OperationId, settings: Settings, init: object) =>
    (settings.signal
      ? within(settings.signal, signal => work(operationId, { ...settings, signal }, init))
      : work(operationId, settings, init)) as ReturnType<typeof work>

  const send = async (operationId: OperationId, params: object, settings: Settings): Promise<Answer> => {
    // As a stream, because the body has been read and parsed.
    const { result, answer = await readReplaced(operationId, result) } = await get(operationId, settings, {
      params,
      parseAs: 'stream',
    })
    if (answer.error) throw answer.error
    return answer
  }

  const calls = {
    send,
    get,
    settings: settingsWith(DEFAULTS, config),
    // Its own type takes 155,000 instantiations, so no declaration of ours names it.
    raw: raw as object,
    /** True if other code reads responses: middleware, or that of the owner of the client of openapi-fetch. */
    isShared: ofAll.length > 0,
  }
  return calls
}

/** Reads a response of middleware, which may have no URL. The body of an error has been read and parsed. */
const readReplaced = (operationId: OperationId, { error, response }: Result): Promise<Answer> => {
  const text = typeof error === 'string' ? error : JSON.stringify(error)
  return readAnswer(operationId, response, response, text ?? response.text())
}
