import type { OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ClientConfig } from './config.ts'
import { createPace, heed } from './request-pace.ts'
import { limitOf } from './requested-delay.ts'
import type { Settings } from './settings.ts'
import { spread, TimeoutError, within } from './time-limit.ts'

/**
 * Sends a request and returns the response, below the middleware: with rate limit, timeout and retries. An attempt ends
 * with the body, so a body that stalls or is truncated is retried like a lost connection.
 *
 *     wait in the queue -> headers -> fetch -> body -> read the limit -> onAttempt -> return, or wait again
 */
export const createAttempts = ({ fetch }: Pick<ClientConfig, 'fetch'>) => {
  const inTurn = createPace()

  /**
   * @param isShared true if other code reads the response, too.
   * @param refresh asks the functions of headers again, after a wait.
   */
  return async (
    operationId: OperationId,
    request: Request,
    settings: Settings,
    isShared: boolean,
    refresh: (request: Request) => Promise<void>,
  ): Promise<Answer> => {
    const { timeout, maxWait, onAttempt, retry, signal } = settings
    let answer: Partial<Answer> = {}
    let delay: number | undefined

    for (let attempt = 1; ; attempt++) {
      await inTurn(request, settings, delay, async (lane, hasWaited) => {
        const started = performance.now()
        const lost: unknown = answer.error
        // A browser does not say whether a connection or a redirect has failed, so the next attempt follows no redirect.
        const isUnclear = globalThis.location && lost instanceof TypeError && !lost.cause
        // A request with another method may change something.
        let isLast = request.method !== 'GET' || attempt > retry

        const send = async (signal: AbortSignal): Promise<Answer> => {
          if (hasWaited) await refresh(request)
          // Look up the platform's fetch now, so that a later interceptor sees the request.
          const response = await (fetch ?? globalThis.fetch)(request, {
            signal,
            ...(isUnclear && { redirect: 'manual' }),
          })
          if (response.type === 'opaqueredirect') {
            isLast = true
            throw lost
          }
          if (response.status === 304 && request.headers.has('if-none-match')) return { response }
          return readAnswer(operationId, request, response, (isShared ? response.clone() : response).text())
        }
        try {
          answer = (await within(signal, send, timeout)) ?? {
            error: new TimeoutError(`${operationId} took longer than ${timeout} ms`) as never,
          }
        } catch (error) {
          answer = { error: (error || new TypeError('fetch failed')) as never }
        }
        const { error, response } = answer
        const limit = response && limitOf(response)
        // 0.4 s, doubling up to 6.4 s.
        const backoff = error ? Math.min(6400, 200 * 2 ** attempt, maxWait) : 0
        const wanted = Math.max(1000 * (limit?.delay ?? 0), backoff)
        delay = wanted <= maxWait ? spread(wanted, maxWait) : undefined
        // The other attempts of the user wait, too: also after a 429 without a header, as many gateways send it.
        if (limit) heed(lane, limit, (limit.isUsedUp && delay) || 0)
        // Another loop of redirects would send all its requests again. Each runtime has its own words; browsers have none.
        const mayHelp = response ? error?.retryable : !/redirect/i.test(`${error} ${error?.cause}`)
        if (isLast || !mayHelp || signal?.aborted) delay = undefined
        const status = response?.status
        const duration = performance.now() - started
        await onAttempt?.({ operationId, url: request.url, attempt, duration, status, error, delay })
      })
      if (delay !== undefined) continue
      if (answer.response) return answer as Answer
      throw answer.error
    }
  }
}
