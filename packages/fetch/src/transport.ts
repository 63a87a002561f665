import type { Attempt, OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ClientConfig } from './config.ts'
import { createGate } from './gate.ts'
import { isMistake } from './mistake.ts'
import type { Settings } from './options.ts'
import { TimeoutError } from './timeout-error.ts'
import { wait, within } from './within.ts'

/**
 * Sends a call to the network and returns the response, with retries.
 *
 * @param target the URL, or the request of middleware.
 */
export type Transport = (
  operationId: OperationId,
  target: string | Request,
  headers: Headers | undefined,
  settings: Partial<Settings>,
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
  const gate = createGate(requestsPerSecond)

  return async (operationId, target, headers, settings) => {
    const { signal, timeout = 30_000, retry = 2, maxWait = 60_000, maxSize, onAttempt, onRetry } = settings
    const { url, method } = typeof target === 'string' ? { url: target, method: 'GET' } : target
    for (let attempt = 1; ; attempt++) {
      await gate.enter(signal)
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
          timeout,
          () => new TimeoutError(operationId, timeout, attempt),
        )
        error = answer.error
      } catch (reason) {
        error = reason
      }
      const response = answer?.response
      const pause = gate.leave(response, maxWait)
      const duration = performance.now() - started
      const report: Attempt = { operationId, url, attempt, duration, status: response?.status, error }
      onAttempt?.(report)
      const delay = pause ?? Math.min(backoff(attempt), maxWait)
      const retryable = answer?.error ? answer.error.retryable : !isMistake(error)
      if (
        error &&
        retryable &&
        !signal?.aborted &&
        attempt <= +retry &&
        method === 'GET' &&
        delay < Infinity
      ) {
        onRetry?.({ ...report, delay })
        // The gate holds the whole client for a pause.
        if (pause === undefined) await wait(delay, signal)
      } else {
        if (answer) return answer
        throw error
      }
    }
  }
}
