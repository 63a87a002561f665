import { routes } from '@trading-network/types'
import { ApiError, type Exchange } from './api-error.ts'

/** A complete response: with the requested data, or with an error. */
export interface Answer {
  readonly response: Response
  readonly text: string
  readonly data?: object
  readonly error?: ApiError
}

/**
 * Reads a response. The status decides about success, never the body. The body is read as text first, so that an empty,
 * truncated or foreign body neither becomes data nor hides the status.
 *
 * @throws ApiError for a 2xx status with an invalid body.
 */
export const readAnswer = async (exchange: Exchange): Promise<Answer> => {
  const { operationId, response } = exchange
  const { page } = routes[operationId]
  let text = ''
  let flaw: unknown
  try {
    text = await response.text()
    if (response.ok) {
      const data = JSON.parse(text)
      // A captive portal or a proxy may respond with 200 and its own HTML or JSON.
      if ((page ? data[page].pageInfo : data) instanceof Object) return { response, text, data }
    }
  } catch (cause) {
    flaw = cause
  }
  const error = new ApiError(exchange, text, flaw)
  if (response.ok) throw error
  return { response, text, error }
}
