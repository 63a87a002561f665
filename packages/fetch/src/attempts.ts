import type { OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ClientConfig } from './config.ts'
import { createPace, heed } from './request-pace.ts'
import { limitOf } from './requested-delay.ts'
import type { Settings } from './settings.ts'
import { sleep, spread, TimeoutError, within } from './time-limit.ts'

/**
 * Sends a request and returns the response, below the middleware: with rate limit, timeout and retries. An attempt ends
 * with the body, so a body that stalls or is truncated is retried like a lost connection.
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

    const attemptOnce = async (signal: AbortSignal, hasWaited: boolean): Promise<Answer> => {
      if (hasWaited) await refresh(request)
      // Look up the platform's fetch now, so that a later interceptor sees the request.
      const response = await (fetch ?? globalThis.fetch)(request, { signal })
      if (response.status === 304 && request.headers.has('if-none-match')) return { response }
      return readAnswer(operationId, request, response, (isShared ? response.clone() : response).text())
    }

    let delay: number | undefined
    /** The part of the delay for which the other attempts of the user wait, too. */
    let pause: number | undefined
    for (let attempt = 1; ; attempt++) {
      if (delay && !pause) await sleep(delay, signal)
      const answer = await inTurn(request, settings, attempt > 1, async (lane, hasWaited) => {
        const started = performance.now()
        const ended = within(signal, own => attemptOnce(own, hasWaited), timeout)
        const answer: Partial<Answer> = await ended.then(
          answer =>
            answer ?? { error: new TimeoutError(`${operationId} took longer than ${timeout} ms`) as never },
          error => ({ error }),
        )
        const { error, response } = answer
        const limit = response && limitOf(response)
        const asked = 1000 * (limit?.delay ?? 0)
        // 0.4 s, doubling up to 6.4 s.
        const backoff = error ? Math.min(6400, 200 * 2 ** attempt, maxWait) : 0
        const wanted = Math.max(asked, backoff)
        delay = wanted <= maxWait ? spread(wanted, maxWait) : undefined
        pause = asked && limit?.isUsedUp ? delay : undefined
        if (limit) heed(lane, limit, pause)
        // A request with another method may change something.
        const mayRetry = request.method === 'GET' && (response ? error?.retryable : !isRedirect(error))
        if (!mayRetry || attempt > +retry || signal?.aborted) delay = undefined
        const duration = performance.now() - started
        const { status } = response ?? {}
        await onAttempt?.({ operationId, url: request.url, attempt, duration, status, error, delay })
        return answer
      })
      if (delay !== undefined) continue
      if (answer.response) return answer as Answer
      throw answer.error
    }
  }
}

/** Another loop of redirects would send all its requests again. Each runtime has its own words; Chromium has none. */
const isRedirect = (error?: { readonly cause?: unknown }) => /redirect/i.test(`${error} ${error?.cause}`)
