import { type Route, routes } from '@trading-network/types'
import { ApiError, type Exchange } from './api-error.ts'
import { readBody } from './body.ts'

/** A complete response: with the requested data, or with an error; with neither for a 304 that the caller asked for. */
export interface Answer {
  readonly response: Response
  readonly text: string
  readonly data?: object
  readonly error?: ApiError
}

/** @throws RangeError that names a part of the body which is not as the operation's response has it. */
const demand = (met: boolean, part: string) => {
  if (!met) throw new RangeError(`invalid ${part}`)
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of any form, whose parts are checked one by one
type Foreign = any

const isObject = (value: unknown) => value instanceof Object && !Array.isArray(value)

/**
 * Checks the parts of a body that the client itself reads; `/validate` checks the rest. A captive portal or a proxy may
 * respond with 200 and its own JSON.
 *
 * @throws RangeError with the name of the first invalid part, as in `accounts.edges[2].node`.
 */
const checkBody = ({ page, record = page }: Route, body: Foreign) => {
  const part = record ? body?.[record] : body
  demand(isObject(part), record ?? 'body')
  if (!page) return
  const { edges, pageInfo } = part
  demand(Array.isArray(edges), `${page}.edges`)
  const wrong = edges.findIndex((edge: Foreign) => !isObject(edge?.node))
  demand(wrong < 0, `${page}.edges[${wrong}].node`)
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = pageInfo ?? {}
  const kinds = [startCursor, endCursor, hasNextPage, hasPreviousPage].map(value => typeof value)
  demand(`${kinds}` === 'string,string,boolean,boolean', `${page}.pageInfo`)
}

/**
 * Reads a response. The status decides about success, never the body. The body is read as text first, so that an empty,
 * truncated or foreign body neither becomes data nor hides the status.
 *
 * @param conditional whether the request had `If-None-Match`, so that a 304 is no error.
 */
export const readAnswer = async (
  exchange: Exchange,
  maxSize = 1e8,
  conditional?: boolean,
): Promise<Answer> => {
  const { operationId, response } = exchange
  let text = ''
  let cause: unknown
  try {
    text = await readBody(response, maxSize)
    if (response.status === 304 && conditional) return { response, text }
    if (response.ok) {
      const data = JSON.parse(text)
      checkBody(routes[operationId], data)
      return { response, text, data }
    }
  } catch (reason) {
    cause = reason
  }
  return { response, text, error: new ApiError(exchange, text, cause) }
}
