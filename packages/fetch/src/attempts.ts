import type { OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ClientConfig } from './config.ts'
import { createPace } from './request-pace.ts'
import { isUsedUp, requestedDelay } from './requested-delay.ts'
import type { Settings } from './settings.ts'
import { spread, TimeoutError, within } from './time-limit.ts'

/**
 * Sends a request and returns the response, below the middleware: with rate limit, timeout and retries. An attempt ends
 * with the body, so a body that stalls or is truncated is retried like a lost connection.
 */
export const createAttempts = ({ fetch }: Pick<ClientConfig, 'fetch'>) => {
  const pace = createPace()

  /**
   * @param isShared true if other code reads the response, too.
   * @param refresh asks the functions of headers again, after a wait.
   */
  return async (
    operationId: OperationId,
    request: Request,
    settings: Settings,
    signal: AbortSignal | undefined,
    isShared: boolean,
    refresh: (request: Request) => Promise<void>,
  ): Promise<Answer> => {
    const { timeout, maxWait, onAttempt, retry } = settings
    const { headers, method, url } = request
    // A request with another method may change something.
    const retries = method === 'GET' ? Number(retry) : 0

    const attemptOnce = async (signal: AbortSignal, hasWaited: boolean): Promise<Answer> => {
      if (hasWaited) await refresh(request)
      // Look up the platform's fetch now, so that a later interceptor sees the request.
      const response = await (fetch ?? globalThis.fetch)(request, { signal })
      if (response.status === 304 && headers.has('if-none-match')) return { response }
      const body = (isShared ? response.clone() : response).text()
      return await readAnswer(operationId, response.url || url, response, body)
    }

    const late = () => new TimeoutError(`${operationId} took longer than ${timeout} ms`)
    let delay: number | undefined
    for (let attempt = 1; ; attempt++) {
      // A request that waits at the server does not hold up the others.
      const turn = { slots: headers.has('prefer') ? 0 : 1, user: headers.get('authorization'), delay }
      const answer = await pace.run(signal, settings, turn, async hasWaited => {
        const started = performance.now()
        const ended = within<Partial<Answer>>(signal, own => attemptOnce(own, hasWaited), timeout, late)
        const answer: Partial<Answer> = await ended.catch(error => ({ error }))
        const { error, response } = answer
        const asked = (response && requestedDelay(response)) || 0
        // 0.4 s, doubling up to 6.4 s.
        const backoff = answer.error ? Math.min(6.4, 0.2 * 2 ** attempt, maxWait / 1000) : 0
        const wanted = 1000 * Math.max(asked, backoff)
        delay = wanted <= maxWait ? spread(wanted, maxWait) : undefined
        if (response)
          pace.heed(response, headers.get('authorization'), (asked && isUsedUp(response) && delay) || 0)
        const mayRetry = response ? error?.retryable : !isRedirect(error)
        if (!mayRetry || attempt > retries || signal?.aborted) delay = undefined
        const duration = performance.now() - started
        await onAttempt?.({ operationId, url, attempt, duration, status: response?.status, error, delay })
        return answer
      })
      if (delay === undefined) {
        if (answer.response) return answer as Answer
        throw answer.error
      }
    }
  }
}

/** Another loop of redirects would send all its requests again. Each runtime has its own words; Chromium has none. */
const isRedirect = (error?: { readonly cause?: unknown }) => /redirect/i.test(`${error} ${error?.cause}`)
