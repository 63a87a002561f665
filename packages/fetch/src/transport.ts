import type { Attempt, CallOptions, OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ApiError } from './api-error.ts'
import type { ClientConfig } from './config.ts'
import { createPace } from './pace.ts'
import { TimeoutError } from './timeout-error.ts'
import { holdable, wait, within } from './within.ts'

/** Sends a call to the network and returns the response, with retries. */
export type Transport = (
  operationId: OperationId,
  request: string | Request,
  init: RequestInit,
  options: CallOptions,
) => Promise<Answer>

/** Milliseconds before a retry: half a second, doubling up to 8 s, minus a jitter of up to a quarter. */
const backoff = (attempt: number) => Math.min(8000, 250 * 2 ** attempt) * (1 - Math.random() / 4)

/**
 * Handles attempts: rate limit, timeout, retries. It is below the middleware, so middleware runs once per call, and a
 * walk over pages does not see retries.
 *
 * An attempt ends with the body, so a body that stalls or is truncated is retried like a lost connection.
 */
export const createTransport = ({ fetch, requestsPerSecond }: ClientConfig): Transport => {
  const turn = createPace(requestsPerSecond)

  return async (operationId, request, init, options) => {
    const { signal, timeout = 30_000, retry = 2, onAttempt, onRetry } = options
    const { url, method } = typeof request === 'string' ? { url: request, method: 'GET' } : request
    for (let attempt = 1; ; attempt++) {
      await turn(signal)
      const started = performance.now()
      let answer: Answer | undefined
      let error: unknown
      try {
        answer = await within(
          timeout,
          signal,
          () => new TimeoutError(operationId, timeout, attempt),
          async signal => {
            const own = { ...init, signal }
            // Look up the platform's fetch now, so that a later interceptor sees the request. It creates its own
            // Request.
            const response = await (fetch ? fetch(new Request(request, own)) : globalThis.fetch(request, own))
            return readAnswer({ operationId, url, response })
          },
        )
        error = answer.error
      } catch (reason) {
        error = reason
      }
      const { status = answer?.response.status, retryable, retryAfter } = (error ?? {}) as Partial<ApiError>
      const duration = performance.now() - started
      const report: Attempt = { operationId, url, attempt, duration, status, error }
      onAttempt?.(report)
      if (error && !signal?.aborted && retryable !== false && attempt <= +retry && method === 'GET') {
        const delay = holdable(retryAfter === undefined ? backoff(attempt) : retryAfter * 1000)
        onRetry?.({ ...report, delay })
        await wait(delay, signal)
      } else {
        if (answer) return answer
        throw error
      }
    }
  }
}
