import type { Attempt, CallOptions, OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ApiError } from './api-error.ts'
import type { ClientConfig } from './config.ts'
import { createPace } from './pace.ts'
import { TimeoutError } from './timeout-error.ts'
import { holdable, wait, within } from './within.ts'

/** Takes a call to the network and brings an answer, if need be from several attempts. */
export type Transport = (
  operationId: OperationId,
  request: string | Request,
  init: RequestInit,
  options: CallOptions,
) => Promise<Answer>

/** Milliseconds before the next attempt: half a second, doubling up to 8 s, less up to a quarter so that clients part. */
const backoff = (attempt: number) => Math.min(8000, 250 * 2 ** attempt) * (1 - Math.random() / 4)

/**
 * Everything that belongs to single attempts: pace, time, repetition. It lies beneath what sees one call, so middleware
 * runs once per call and a walk over pages knows nothing of repetitions.
 *
 * An attempt lasts to the end of the body, so a body that stalls or breaks off is repeated like a lost connection.
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
            // The platform's is looked up now, so that an interceptor installed after the client was made sees the
            // request; it makes a Request of its own, which saves us one.
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
