import { type OperationId, routes } from '@trading-network/types'
import { ApiError } from './api-error.ts'
import { backwards, forwards, type Page } from './page.ts'

/** A response with the requested data, or with an error; with neither for a 304 that the caller asked for. */
export interface Answer {
  readonly response: Response
  readonly data?: object
  /** The page or the record of the data. */
  readonly part?: object
  readonly error?: ApiError
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  Object(value) === value && !Array.isArray(value)

/** Checks the parts of a body that the client reads: a captive portal or a proxy may respond with 200 and other JSON. */
const isPage = ({ edges, pageInfo }: Partial<Page>): boolean =>
  Array.isArray(edges) &&
  edges.every(edge => isObject(edge?.node)) &&
  [forwards, backwards].every(
    ({ nextCursor, hasMore }) =>
      typeof pageInfo?.[nextCursor] === 'string' && typeof pageInfo[hasMore] === 'boolean',
  )

/**
 * Reads a response. The status decides about success, never the body: an empty, truncated or foreign body neither becomes
 * data nor hides the status.
 */
export const readAnswer = async (
  operationId: OperationId,
  request: { readonly url: string },
  response: Response,
  body: string | Promise<string>,
): Promise<Answer> => {
  let text = ''
  let cause: unknown
  try {
    text = await body
    if (response.ok) {
      const data = JSON.parse(text)
      const { page, record = page } = routes[operationId]
      const part = data?.[record!]
      if (!isObject(part) || (page && !isPage(part as Partial<Page>)))
        throw new RangeError(`invalid ${record}`)
      return { response, data, part }
    }
  } catch (reason) {
    cause = reason
  }
  return { response, error: new ApiError(operationId, response.url || request.url, response, text, cause) }
}
