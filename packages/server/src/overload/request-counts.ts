import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

/** So many clients are remembered; the one without a request for longest is forgotten. */
const MAX_CLIENTS = 50_000

interface Count {
  /** When the window began, on the clock of `performance.now()`. */
  readonly start: number
  requests: number
}

/**
 * Counts the requests of each client, by a clock that nobody sets: by that of the day, a client would be refused for as
 * long as the clock was set back.
 */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #clients = new LRUCache<string, Count>({ max: MAX_CLIENTS })

  /** Counts one more request; gives how many there are in the window, and how long that lasts, in milliseconds. */
  incr(client: string, done: Parameters<FastifyRateLimitStore['incr']>[1], window: number): void {
    const now = performance.now()
    const known = this.#clients.get(client)
    const count = known && now - known.start < window ? known : { start: now, requests: 0 }
    if (count !== known) this.#clients.set(client, count)
    count.requests += 1
    done(null, { current: count.requests, ttl: window - (now - count.start) })
  }

  /** For the routes of a plugin, which all count together here. */
  child(): this {
    return this
  }
}
