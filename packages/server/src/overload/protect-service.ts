import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../responses/problem.ts'
import { type ClientOf, ignoreForwardedPorts } from './clients.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connection-limits.ts'
import { limitRate, type RateLimit } from './rate-limit.ts'
import { refusalOf, refusalOfHead } from './refusal.ts'
import { noneRefused, type Refused } from './refused.ts'
import { RequestQueue } from './request-queue.ts'
import { endSlowReaders } from './unread-answers.ts'

export interface OverloadOptions {
  /** Maximum wait of a request in milliseconds; beyond it 503. Without it there is no limit. */
  readonly maxDelay?: number | undefined
  /** Rate limit of each client address; beyond it 429. */
  readonly rateLimit?: RateLimit | undefined
  /** Trusted proxies, as addresses and networks. The service reads their `X-Forwarded-For`. */
  readonly trustProxy?: readonly string[] | undefined
  readonly limits?: Partial<ConnectionLimits> | undefined
  readonly refused?: Refused
}

export function limitClients(app: FastifyInstance, options: OverloadOptions): void {
  const { rateLimit, trustProxy, refused = noneRefused() } = options
  const limits = { ...CONNECTION_LIMITS, ...options.limits }
  if (trustProxy) ignoreForwardedPorts(app)
  limitConnections(app.server, limits, refused)
  endSlowReaders(app, limits)
  if (rateLimit) limitRate(app, rateLimit, refused)
}

/** Interval of the log line with the number of refusals, in milliseconds. */
const LOG_INTERVAL = 1_000

/**
 * Puts a queue in front of the current request listeners, and refuses requests with an invalid head. Listeners that
 * are added later see all requests, refused ones too. In-process requests (`inject`) skip the queue.
 */
export function queueRequests(
  app: FastifyInstance,
  clientOf: ClientOf,
  { maxDelay = Infinity, refused: counts = noneRefused() }: OverloadOptions,
): void {
  const { server } = app
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')

  // Different delays, so that the retries do not arrive together.
  const refusals = [1, 2, 3].map(seconds => refusalOf(unavailable(seconds)))
  let refused = 0
  const report = () => {
    app.log.warn({ refused }, 'Overloaded: requests were refused with 503')
    refused = 0
  }
  const queue = new RequestQueue(
    maxDelay,
    (request, response) => {
      for (const listener of listeners) listener(request, response)
    },
    (request, response) => {
      if (refused === 0) setTimeout(report, LOG_INTERVAL).unref()
      refused += 1
      counts.queue += 1
      // Closes the connection like other responses do while the service shuts down, which waits for open connections.
      if (!server.listening) response.setHeader('connection', 'close')
      refusals[counts.queue % refusals.length]?.(request, response)
    },
    clientOf,
  )
  server.on('connection', () => queue.accepted())
  server.on('request', (request, response) => {
    const refuse = refusalOfHead(request)
    if (refuse) refuse(request, response)
    else queue.take(request, response)
  })
  // An unknown expectation. Without this listener Node responds itself.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
