import type { Attempt } from '@trading-network/types'
import { ApiError } from '../api-error.ts'
import type { Source } from '../call.ts'
import { type Settings, TIMEOUT } from '../config.ts'
import { isMistake } from '../is-mistake.ts'
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
  /** Milliseconds from sending the request to the response, without the time in the client's queue. */
  readonly duration: number
}

/** The call that a feed repeats. The options are those of `WatchOptions`. */
export interface Target {
  readonly source: Source
  readonly settings: Settings
  readonly interval: number
  /** Seconds that the service may hold a request. */
  readonly wait: number
  readonly allowMissing: boolean
}

/**
 * Sends a request, without retries.
 *
 * @param headers with `prefer` for a request that the service may hold for `wait` seconds.
 */
export const request = async (
  { source: { operationId, params, send }, settings }: Target,
  headers: Readonly<Record<string, string>>,
  wait: number,
  signal: AbortSignal,
): Promise<Reply> => {
  let attempt: Attempt | undefined
  const onAttempt = (report: Attempt) => {
    attempt = report
    settings.onAttempt?.(report)
  }
  const timeout = (settings.timeout ?? TIMEOUT) + wait * 1000
  const options = { headers, timeout, deadline: Infinity, retry: 0, signal, onAttempt }
  if (wait) countHeld(1)
  try {
    const { data, response } = await send(settings, operationId, params, options)
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
