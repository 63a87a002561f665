import type { Attempt } from '@trading-network/types'
import type { Answer } from '../answer.ts'
import { ApiError } from '../api-error.ts'
import type { Source } from '../call.ts'
import { isMistake } from '../is-mistake.ts'
import { type Settings, TIMEOUT } from '../options.ts'
import { countHeld } from './held-requests.ts'

/** Any error. An `ApiError` has these fields. */
// biome-ignore lint/suspicious/noExplicitAny: an error of the caller's code
export type Failure = any

/** A response or an error. */
export interface Reply {
  /** A new state; not set for a 304 and an error. */
  readonly data?: object | undefined
  readonly headers?: Headers | undefined
  readonly error?: Failure
  /** True if a retry cannot help. */
  readonly isFinal?: boolean
  /** Seconds that the service could hold the request. */
  readonly wait: number
  /** Milliseconds until the response. */
  readonly duration: number
}

/** The response of a call that has been sent already, if it succeeds. */
export type First = Promise<Pick<Answer, 'data' | 'response'> | undefined> | undefined

/** The call that a feed repeats. The options are those of `WatchOptions`. */
export interface Target {
  readonly source: Source
  readonly settings: Settings
  readonly interval: number
  readonly wait: number
  readonly allowMissing: boolean
}

/**
 * Sends a request, without retries, unless the response of `first` is there.
 *
 * @param headers with `prefer` for a request that the service may hold for `wait` seconds.
 */
export const request = async (
  { source: { operationId, params, send }, settings }: Target,
  headers: Readonly<Record<string, string>>,
  wait: number,
  signal: AbortSignal,
  first: First,
): Promise<Reply> => {
  let attempt: Attempt | undefined
  if (wait) countHeld(1)
  try {
    const { data, response } =
      (await first) ??
      (await send(settings, operationId, params, {
        headers,
        timeout: (settings.timeout ?? TIMEOUT) + wait * 1000,
        deadline: Infinity,
        retry: 0,
        signal,
        onAttempt: report => {
          attempt = report
          settings.onAttempt?.(report)
        },
      }))
    return { data, headers: response.headers, wait, duration: attempt?.duration ?? 0 }
  } catch (reason) {
    // Middleware may have replaced the error of the attempt.
    const error: Failure = attempt?.error ?? reason
    const isFinal = error instanceof ApiError ? !error.retryable : !attempt?.error || isMistake(error)
    return { error, headers: error?.headers, isFinal, wait, duration: attempt?.duration ?? 0 }
  } finally {
    if (wait) countHeld(-1)
  }
}
