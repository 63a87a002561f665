import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { tooManyRequests } from '../responses/problem.ts'
import type { Refused } from './refused.ts'
import { RequestCounts } from './request-counts.ts'
import { SPARED } from './request-queue.ts'

export interface RateLimit {
  readonly requests: number
  /** Length of the window in milliseconds. */
  readonly window: number
}

/**
 * Refuses requests of a client beyond the limit with 429. Every response tells how many are left. A client is an IPv4
 * address or an IPv6 network of 64 bits, the usual size for one subscriber.
 */
export function limitRate(app: FastifyInstance, { requests, window }: RateLimit, refused: Refused): void {
  app.register(rateLimit, {
    global: false,
    max: requests,
    timeWindow: window,
    store: RequestCounts,
    ipv6Subnet: 64,
    // The public network uses these names, and the client package reads them.
    enableDraftSpec: true,
    allowList: request => SPARED.has(request.routeOptions.url ?? ''),
    onExceeded: () => {
      refused.rate += 1
    },
    errorResponseBuilder: (_, { ttl }) => tooManyRequests(requests, Math.ceil(ttl / 1000)),
  })
  // Also counts unknown paths, not only the routes that come after.
  app.after(() => app.addHook('onRequest', app.rateLimit()))
}
