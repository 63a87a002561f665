import { routes } from '@trading-network/types'
import { ApiError, type Exchange } from './api-error.ts'

/** An answer that was read to its end: with the data that were asked for, or with the server's refusal. */
export interface Answer {
  readonly response: Response
  readonly text: string
  readonly data?: object
  readonly error?: ApiError
}

/**
 * Reads an answer by its status, never by its body, and as text first, because an empty, cut-off or foreign body must
 * neither become data nor hide the status.
 *
 * @throws ApiError when the server claims success with a body that is none.
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
      // A captive portal or a proxy answers 200 with HTML or JSON of its own.
      if ((page ? data[page].pageInfo : data) instanceof Object) return { response, text, data }
    }
  } catch (cause) {
    flaw = cause
  }
  const error = new ApiError(exchange, text, flaw)
  if (response.ok) throw error
  return { response, text, error }
}
