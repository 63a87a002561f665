import { routes } from '@trading-network/types'
import { ApiError, type Exchange } from './api-error.ts'
import { backwards, forwards } from './directions.ts'

/** A complete response: with the requested data, or with an error; with neither for a 304 that the caller asked for. */
export interface Answer {
  /** The response, whose body has been read. */
  readonly response: Response
  /** The same response for other code, whose body has not been read. */
  readonly copy?: Response | undefined
  readonly data?: object
  /** The page or the record of the data. */
  readonly part?: object
  readonly error?: ApiError
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of any form, whose parts are checked one by one
type Foreign = any

const isObject = (value: unknown) => value instanceof Object && !Array.isArray(value)

/** Checks the parts of a body that the client reads: a captive portal or a proxy may respond with 200 and other JSON. */
const isPage = ({ edges, pageInfo }: Foreign): boolean => {
  if (!Array.isArray(edges) || edges.some(edge => !isObject(edge?.node))) return false
  for (const { nextCursor, hasMore } of [forwards, backwards])
    if (typeof pageInfo?.[nextCursor] !== 'string' || typeof pageInfo[hasMore] !== 'boolean') return false
  return true
}

/** @throws RangeError for a body of more than `maxSize` bytes; the rest is not read. */
const readBody = async (response: Response, maxSize: number): Promise<string> => {
  // React Native has bodies that are no streams.
  const reader = response.body?.getReader?.()
  if (!reader) return response.text()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; ; ) {
    const { value } = await reader.read()
    // Decoding at once is faster than chunk by chunk.
    if (!value) return chunks[1] ? new Blob(chunks).text() : new TextDecoder().decode(chunks[0])
    size += value.length
    if (size > maxSize) {
      reader.cancel().catch(() => {})
      throw new RangeError(`body of more than ${maxSize} bytes`)
    }
    chunks.push(value)
  }
}

/**
 * Reads a response. The status decides about success, never the body: an empty, truncated or foreign body neither becomes
 * data nor hides the status. A 304 is no error if the request had `If-None-Match`.
 *
 * @param known the text of the body, if it has been read.
 */
export const readAnswer = async (
  exchange: Exchange,
  maxSize = 1e8,
  isConditional = false,
  known?: string,
): Promise<Answer> => {
  const { operationId, response, copy } = exchange
  let text = ''
  let cause: unknown
  try {
    text = known ?? (await readBody(response, maxSize))
    if (response.status === 304 && isConditional) return { response, copy }
    if (response.ok) {
      const data = JSON.parse(text)
      const { page, record = page } = routes[operationId]
      const part = data?.[record!]
      if (!isObject(part) || (page && !isPage(part))) throw new RangeError(`invalid ${record}`)
      return { response, copy, data, part }
    }
  } catch (reason) {
    cause = reason
  }
  return { response, copy, error: new ApiError(exchange, text, cause) }
}
