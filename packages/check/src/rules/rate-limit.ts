import { type Exchange, withoutBody } from '../log/exchange.ts'
import type { Rule } from './rule.ts'

const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** Each process of a service may count for itself, so one more request may not lower the count. */
const REQUESTS = 4

export const rateLimit: Rule = {
  demands: 'A service with a rate limit says so in three headers of every response, and counts the requests.',
  contract: '/components/headers/RateLimitRemaining',
  check: 'rate limit',
  start: () => {
    let other: Exchange | undefined
    let [reset, later] = [Infinity, 0]
    const latest = new Map<number, { remaining: string; times: number }>()
    return function* (exchange) {
      const { method, status, headers } = exchange
      // A preflight is no request to the contract.
      if (method === 'OPTIONS') return
      if (status === 200) other ??= withoutBody(exchange)
      // A service without a limit, or a cache before it, names none; an error that passes the cache may have it.
      if (!LIMITS.every(name => other?.headers.has(name))) return
      const missing = LIMITS.filter(name => !headers.has(name))
      if (missing.length > 0)
        return yield { message: `a ${status} must have ${missing.join(' and ')}`, other }
      const [limit = '', remaining = ''] = LIMITS.map(name => headers.get(name) ?? '')
      const before = latest.get(status)
      const times = before?.remaining === remaining ? before.times + 1 : 1
      latest.set(status, { remaining, times })
      const seconds = Number(headers.get('RateLimit-Reset'))
      later = seconds > reset ? later + 1 : 0
      reset = seconds
      if (limit !== other?.headers.get('RateLimit-Limit'))
        yield { message: 'RateLimit-Limit must be the same in all responses', other }
      else if (later >= REQUESTS) yield 'RateLimit-Reset must not go up from one response to the next'
      else if (Number(remaining) >= Number(limit))
        yield 'RateLimit-Remaining must be below RateLimit-Limit after a request'
      else if (times >= REQUESTS && remaining !== '0')
        yield `RateLimit-Remaining of a ${status} must go down with the requests`
    }
  },
}
