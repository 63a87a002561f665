import type { Attempt } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ClientConfig } from './config.ts'
import { warnOfDeprecation } from './deprecation.ts'
import { type Attempts, TIMEOUT } from './options.ts'
import { createPace } from './request-pace.ts'
import { within } from './time-limit.ts'

/**
 * A mistake in the caller's own `fetch`. Then a retry is of no use, and hides the mistake.
 *
 * A lost connection is a TypeError too. Its messages ("fetch failed", "Load failed") differ from those of mistakes
 * ("x is not a function", "Cannot read properties of undefined").
 */
const mistake = /^(Ref|Ran|Syn)|^TypeE.+(is (not|un|nu)|can(no|')t|invalid|parse)/i

/**
 * Handles attempts: rate limit, timeout, retries. It is below the middleware, so middleware runs once per call, and a
 * walk over pages does not see retries.
 *
 * An attempt ends with the body, so a body that stalls or is truncated is retried like a lost connection.
 */
export const createAttempts = ({ fetch, requestsPerSecond }: ClientConfig): Attempts => {
  const pace = createPace(requestsPerSecond)

  return async (operationId, target, headers, settings, signal) => {
    const {
      timeout = TIMEOUT,
      retry = 2,
      maxWait = 60_000,
      maxSize,
      onAttempt,
      onDeprecation,
      onRetry,
    } = settings
    const url = (target as Request).url ?? target
    const slots = +!headers?.has('prefer')
    for (let attempt = 1, delay = 0; ; attempt++) {
      await pace.enter(signal, delay, slots)
      const started = performance.now()
      let answer: Answer | undefined
      let error: unknown
      try {
        answer = await within(
          signal,
          async signal => {
            // Look up the platform's fetch now, so that a later interceptor sees the request.
            const response = await (fetch ?? globalThis.fetch)(target, { headers, signal } as RequestInit)
            return readAnswer({ operationId, url, response }, maxSize, headers?.has('if-none-match'))
          },
          operationId,
          timeout,
          attempt,
        )
        error = answer.error
      } catch (reason) {
        error = reason
      }
      const response = answer?.response
      warnOfDeprecation(operationId, response, onDeprecation)
      delay = pace.leave(attempt, response, maxWait, slots)
      const duration = performance.now() - started
      const report: Attempt = { operationId, url, attempt, duration, status: response?.status, error }
      onAttempt?.(report)
      if (
        error &&
        attempt <= +retry &&
        delay < Infinity &&
        !signal?.aborted &&
        (answer?.error ? answer.error.retryable : !mistake.test(`${error}`))
      )
        onRetry?.({ ...report, delay })
      else if (answer) return answer
      else throw error
    }
  }
}
