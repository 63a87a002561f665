import type { Middleware, MiddlewareCall } from '@trading-network/types'

/**
 * Sends a request through middleware as openapi-fetch does: `onRequest` in order, `onResponse` and `onError` in reverse.
 *
 * @param send takes the request to the network.
 */
export const throughMiddleware = async (
  middleware: readonly Middleware[],
  about: Omit<MiddlewareCall, 'request'>,
  first: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> => {
  let request = first
  const reversed = [...middleware].reverse()
  for (const each of middleware) {
    const given = await each.onRequest?.({ ...about, request })
    if (given instanceof Response) return given
    request = given ?? request
  }
  let response: Response | undefined
  try {
    response = await send(request)
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
  for (const each of reversed)
    response = (await each.onResponse?.({ ...about, request, response })) ?? response
  return response
}
