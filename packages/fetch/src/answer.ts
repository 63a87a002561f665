import type { ErrorBody, OperationId } from '@trading-network/types'
import { ApiError } from './api-error.ts'
import { retryAfter } from './retry-after.ts'

/** A request that was answered. */
export interface Exchange {
  readonly operationId: OperationId
  readonly url: string
  readonly response: Response
}

/**
 * The error for an answer that is not what was asked for.
 *
 * @param content what is known of the body: its text, or what it held as JSON, or `undefined` if there was none.
 * @param cause why a body was unusable, if that is what is wrong.
 */
export const apiError = (exchange: Exchange, content: unknown, cause?: unknown): ApiError => {
  const { operationId, url, response } = exchange
  const { ok, status, headers } = response
  const { code, message, details = [] } = (content ?? {}) as Partial<ErrorBody>
  const isErrorBody = typeof code === 'number' && typeof message === 'string'
  const body = typeof content === 'string' ? content : (JSON.stringify(content) ?? '')
  const said = isErrorBody ? message : body.trim().replace(/\s+/g, ' ').slice(0, 100) || 'empty or cut-off body'
  return new ApiError(
    `${operationId} answered ${status}${ok ? ' without data' : ''}: ${said}`,
    {
      status,
      code: isErrorBody ? code : undefined,
      details,
      operationId,
      url,
      // The contract has no success without a proper body, so one is an accident on the way.
      retryable: ok || [408, 429, 500, 502, 503, 504].includes(status),
      retryAfter: retryAfter(headers),
      body: isErrorBody ? undefined : body,
    },
    cause,
  )
}

/**
 * Reads the body of a success.
 *
 * @param page the field that holds a page, when the operation pages.
 * @throws ApiError when the text is not JSON, or holds no object, or not that page: a captive portal or a proxy
 * answers 200 with HTML or JSON of its own, which must not become data.
 */
export const parseAnswer = (exchange: Exchange, text: string | undefined, page: string | undefined): object => {
  let answer: Record<string, { pageInfo?: unknown }> | undefined
  let cause: unknown
  try {
    answer = JSON.parse(text ?? '')
  } catch (error) {
    cause = error
  }
  if (answer && (page ? answer[page]?.pageInfo : answer) instanceof Object) return answer
  throw apiError(exchange, text, cause)
}
