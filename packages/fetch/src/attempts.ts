import { type Attempt, CONTRACT_VERSION, type OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import { type Settings, TIMEOUT } from './call.ts'
import type { ClientConfig } from './config.ts'
import { isMistake } from './is-mistake.ts'
import { createPace } from './request-pace.ts'
import { TimeoutError, within } from './time-limit.ts'

/**
 * Sends a request and returns the response, below the middleware: with rate limit, timeout and retries. An attempt ends
 * with the body, so a body that stalls or is truncated is retried like a lost connection.
 */
export const createAttempts = ({ fetch, requestsPerSecond }: ClientConfig) => {
  const pace = createPace(requestsPerSecond)

  return async (
    operationId: OperationId,
    request: Request,
    settings: Settings,
    signal: AbortSignal | undefined,
  ): Promise<Answer> => {
    const { timeout = TIMEOUT, maxWait = 60_000, maxSize, onAttempt, onDeprecation, onRetry } = settings
    const { url, headers, method } = request
    // A request with another method may change something.
    const retries = (method === 'GET' && (settings.retry ?? 2)) || 0
    // A request that waits at the server does not hold up the others.
    const slots = headers.has('prefer') ? 0 : 1

    const attemptOnce = async (signal: AbortSignal): Promise<Answer> => {
      // Look up the platform's fetch now, so that a later interceptor sees the request.
      const response = await (fetch ?? globalThis.fetch)(request, { signal })
      return readAnswer({ operationId, url, response }, maxSize, headers.has('if-none-match'))
    }

    for (let attempt = 1, delay = 0; ; attempt++) {
      await pace.enter(signal, delay, slots)
      const started = performance.now()
      let answer: Answer | undefined
      let error: unknown
      try {
        answer = await within(
          signal,
          attemptOnce,
          timeout,
          () => new TimeoutError(operationId, timeout, attempt),
        )
        error = answer.error
      } catch (reason) {
        error = reason
      }
      // The platform's own fetch fails only because of the network.
      const retryable = answer ? answer.error?.retryable : !fetch || !isMistake(error)
      const response = answer?.response
      if (response) warnOfService(operationId, response.headers, onDeprecation)
      delay = pace.leave(attempt, response, maxWait, slots)
      const duration = performance.now() - started
      const report: Attempt = { operationId, url, attempt, duration, status: response?.status, error }
      onAttempt?.(report)
      if (retryable && attempt <= retries && delay < Infinity && !signal?.aborted)
        onRetry?.({ ...report, delay })
      else if (answer) return answer
      else throw error
    }
  }
}

const warnings = new Set<string>()

export const warnOnce = (warning: string, warn = console.warn as (message: string) => void): void => {
  if (!warnings.has(warning)) warn(warning)
  warnings.add(warning)
}

/**
 * Warns once of a deprecated operation (`Deprecation`, RFC 9745, and `Sunset`, RFC 8594), and of a service with an older
 * major version of the contract than this client.
 */
const warnOfService = (operationId: string, headers: Headers, warn?: (message: string) => void) => {
  if (headers.has('deprecation'))
    warnOnce(`${operationId}: deprecated, sunset ${headers.get('sunset') ?? 'open'}`, warn)
  const version = headers.get('x-contract-version')
  // Without the header, a comparison with NaN is false.
  if (parseInt(`${version}`, 10) < parseInt(CONTRACT_VERSION, 10))
    warnOnce(`old service: contract ${version}`, warn)
}
