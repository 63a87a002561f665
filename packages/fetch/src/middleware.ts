import type { Middleware, MiddlewareCall } from '@trading-network/types'
import type { Answer } from './answer.ts'

/** A new response for code that reads the body, which the client has read. */
export const unread = ({ text, response }: Answer): Response =>
  Object.defineProperty(new Response(text || null, response), 'url', { value: response.url })

/**
 * Sends a request through middleware as openapi-fetch does: `onRequest` in order, `onResponse` and `onError` in reverse.
 *
 * A response that no middleware replaces keeps its parsed data.
 *
 * @param send takes the request to the network.
 * @param read reads a response of middleware.
 */
export const throughMiddleware = async (
  middleware: readonly Middleware[],
  about: Omit<MiddlewareCall, 'request'>,
  first: Request,
  send: (request: Request) => Promise<Answer>,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> => {
  let request = first
  const reversed = [...middleware].reverse()
  for (const each of middleware) {
    const given = await each.onRequest?.({ ...about, request })
    if (given instanceof Response) return read(given)
    request = given ?? request
  }
  let answer: Answer | undefined
  let response: Response | undefined
  try {
    answer = await send(request)
  } catch (reason) {
    let error = reason
    for (const each of reversed) {
      const given = await each.onError?.({ ...about, request, error })
      if (given instanceof Response) {
        response = given
        break
      }
      error = given ?? error
    }
    if (!response) throw error
  }
  for (const each of reversed) {
    const call = {
      ...about,
      request,
      data: answer?.data,
      // Few middleware need it, and it costs as much as the rest of the call.
      get response() {
        response ??= unread(answer as Answer)
        return response
      },
    }
    const given = await each.onResponse?.(call)
    if (given && given !== response) {
      response = given
      answer = undefined
    }
  }
  return answer ?? read(response as Response)
}
