import type { Attempt } from '@trading-network/types'
import { ApiError } from '../api-error.ts'
import { type Settings, type Source, TIMEOUT } from '../call.ts'
import { isMistake } from '../is-mistake.ts'

/** Any error. An `ApiError` has these fields. */
// biome-ignore lint/suspicious/noExplicitAny: an error of the caller's code
export type Failure = any

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

/** Sends a request, without retries. Its headers have `prefer` if the service may hold it for `wait` seconds. */
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

let held = 0
let hasWarned = false

/** Warns once if a browser holds more than four requests over HTTP/1.1: it has six connections for all its tabs. */
const countHeld = (change: 1 | -1) => {
  held += change
  if (held > 4 && !hasWarned && isHttp1()) {
    hasWarned = true
    console.warn(`${held} watches hold a connection each, of six over HTTP/1.1: serve the API over HTTP/2`)
  }
}

/** Returns true if the browser reports HTTP/1.1. Other platforms have no such limit, and leave the protocol empty. */
const isHttp1 = () =>
  (performance.getEntriesByType?.('resource') as PerformanceResourceTiming[])?.some(
    ({ name, nextHopProtocol }) => name.includes('/api/v2/') && nextHopProtocol === 'http/1.1',
  )
