import { tooManyRequests } from '../responses/problem.ts'
import { type Refusal, refusalOf } from '../responses/refusal.ts'
import type { Account, Exchange } from './account.ts'

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
  let left = requests
  let start = now
  // The networks around a client have a limit, too.
  for (let at: Account | undefined = account; at && at.weight < Infinity; at = at.parent) {
    const known = at.windows[kind]
    const current = known && now - known.start < window ? known : { start: now, requests: 0 }
    at.windows[kind] = current
    current.requests += 1
    const own = requests * at.weight - current.requests
    if (own < left) [left, start] = [own, current.start]
  }
  const seconds = Math.ceil((window - (now - start)) / 1000)
  response.setHeader('ratelimit-limit', requests)
  response.setHeader('ratelimit-remaining', Math.max(0, left))
  response.setHeader('ratelimit-reset', seconds)
  if (left >= 0) return undefined
  // A problem takes as long as the rest. The turn of the refusal pays for it, not the intake.
  return (request, response) => refusalOf(tooManyRequests(requests, seconds))(request, response)
}
