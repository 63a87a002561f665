import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

/** Maximum number of clients in memory. The least recent one is forgotten first. */
const MAX_CLIENTS = 50_000

interface Count {
  /** Start of the window, on the clock of `performance.now()`. */
  readonly start: number
  requests: number
}

/**
 * Counts the requests of each client by a monotonic clock. If someone set the system clock back, a client would be
 * refused for as long as that.
 */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #clients = new LRUCache<string, Count>({ max: MAX_CLIENTS })

  /** Counts one more request. Passes on the count of the window and its remaining time in milliseconds. */
  incr(client: string, done: Parameters<FastifyRateLimitStore['incr']>[1], window: number): void {
    const now = performance.now()
    const known = this.#clients.get(client)
    const count = known && now - known.start < window ? known : { start: now, requests: 0 }
    if (count !== known) this.#clients.set(client, count)
    count.requests += 1
    done(null, { current: count.requests, ttl: window - (now - count.start) })
  }

  /** Returns the store for the routes of a plugin. All routes share the counts. */
  child(): this {
    return this
  }
}
