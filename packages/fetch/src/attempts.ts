import type { OperationId } from '@trading-network/types'
import { type Answer, readAnswer } from './answer.ts'
import type { ClientConfig } from './config.ts'
import { createPace } from './request-pace.ts'
import { requestedDelay } from './requested-delay.ts'
import type { Settings } from './settings.ts'
import { sleep, TimeoutError, within } from './time-limit.ts'

/**
 * Sends a request and returns the response, below the middleware: with rate limit, timeout and retries. An attempt ends
 * with the body, so a body that stalls or is truncated is retried like a lost connection.
 */
export const createAttempts = ({ fetch }: Pick<ClientConfig, 'fetch'>) => {
  const pace = createPace()

  /** @param isShared true if other code reads the response, too. */
  return async (
    operationId: OperationId,
    request: Request,
    settings: Settings,
    signal: AbortSignal | undefined,
    isShared: boolean,
  ): Promise<Answer> => {
    const { timeout, maxWait, onAttempt, retry } = settings
    const { headers, method } = request
    // A request with another method may change something.
    const retries = method === 'GET' ? Number(retry) : 0
    // A request that waits at the server does not hold up the others.
    const slots = headers.has('prefer') ? 0 : 1

    const attemptOnce = async (signal: AbortSignal): Promise<Answer> => {
      // Look up the platform's fetch now, so that a later interceptor sees the request.
      const response = await (fetch ?? globalThis.fetch)(request, { signal })
      if (response.status === 304 && headers.has('if-none-match')) return { response }
      const body = (isShared ? response.clone() : response).text()
      return await readAnswer(operationId, request.url, response, body)
    }

    const late = () => new TimeoutError(`${operationId} took longer than ${timeout} ms`)
    for (let attempt = 1; ; attempt++) {
      const { answer, asked, delay } = await pace.run(signal, attempt > 1, slots, async () => {
        const started = performance.now()
        const ended = within<Partial<Answer>>(signal, attemptOnce, timeout, late)
        const answer: Partial<Answer> = await ended.catch(error => ({ error }))
        const { error, response } = answer
        const asked = response && requestedDelay(response)
        // 0.4 s, doubling up to 6.4 s.
        const wanted = 1000 * (asked ?? Math.min(6.4, 0.2 * 2 ** attempt, maxWait / 1250))
        // Without jitter, all clients of a server would come back at the same moment.
        let delay = wanted <= maxWait ? wanted * (1 + Math.random() / 4) : undefined
        if (response) pace.heed(response, (asked && delay) || 0)
        const mayRetry = response ? error?.retryable : !isRedirectLoop(error)
        if (!mayRetry || attempt > retries || signal?.aborted) delay = undefined
        const duration = performance.now() - started
        onAttempt?.({
          operationId,
          url: request.url,
          attempt,
          duration,
          status: response?.status,
          error,
          delay,
        })
        return { answer, asked, delay }
      })
      if (delay === undefined) {
        if (answer.response) return answer as Answer
        throw answer.error
      }
      // The whole client waits for the time that a server asks for.
      if (asked === undefined) await sleep(delay, signal)
    }
  }
}

/** Node names the cause. A retry would send all requests of the loop again. */
const isRedirectLoop = (error: unknown) =>
  (error as { readonly cause?: Error } | undefined)?.cause?.message === 'redirect count exceeded'
