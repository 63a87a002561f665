import { tooManyRequests } from '../responses/problem.ts'
import type { Exchange } from './account.ts'
import { type Refusal, refusalOf } from './refusal.ts'

export interface RateLimit {
  readonly requests: number
  /** Length of the window in milliseconds. */
  readonly window: number
}

/**
 * Counts a request, and notes in its response how many are left. The public network uses these names of headers, and
 * the client package reads them. Probes count apart, so that a flood of requests cannot make a balancer's probe fail.
 *
 * @returns the refusal of a request beyond the limit
 */
export function countRequest(
  { account, response }: Exchange,
  isProbe: boolean,
  { requests, window }: RateLimit,
): Refusal | undefined {
  const now = performance.now()
  const kind = isProbe ? 'probes' : 'requests'
  const known = account.windows[kind]
  const current = known && now - known.start < window ? known : { start: now, requests: 0 }
  account.windows[kind] = current
  current.requests += 1
  const seconds = Math.ceil((window - (now - current.start)) / 1000)
  response.setHeader('ratelimit-limit', requests)
  response.setHeader('ratelimit-remaining', Math.max(0, requests - current.requests))
  response.setHeader('ratelimit-reset', seconds)
  if (current.requests <= requests) return undefined
  // A problem takes as long as the rest. The turn of the refusal pays for it, not the intake.
  return (request, response) => refusalOf(tooManyRequests(requests, seconds))(request, response)
}
