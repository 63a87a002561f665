import type { RequestListener, ServerOptions } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AllowedOrigins } from '../responses/cors.ts'
import { unavailable } from '../responses/problem.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, serverOptions } from './connection-limits.ts'
import { ignoreForwardedPorts } from './forwarded-ports.ts'
import { limitRate, type RateLimit } from './rate-limit.ts'
import { inTurn, refusalOf } from './refusal.ts'
import { checkHeads } from './request-heads.ts'
import { RequestQueue } from './request-queue.ts'
import { endSlowReaders } from './unread-answers.ts'

/** Overload limits of the service. */
export interface OverloadOptions {
  /** Maximum wait of a request in milliseconds; beyond it 503. Without it there is no limit. */
  readonly maxDelay?: number | undefined
  /** Rate limit of each client address; beyond it 429. */
  readonly rateLimit?: RateLimit | undefined
  /** Trusted proxies, as addresses and networks. The service reads their `X-Forwarded-For`. */
  readonly trustProxy?: readonly string[] | undefined
  /** Connection limits that differ from the defaults. */
  readonly limits?: Partial<ConnectionLimits> | undefined
}

export function overloadServerOptions({ limits, trustProxy }: OverloadOptions, http: ServerOptions) {
  return {
    ...serverOptions({ ...CONNECTION_LIMITS, ...limits }, http),
    ...(trustProxy && { trustProxy: [...trustProxy] }),
  }
}

/** Limits clients that send too many requests or read too slowly. */
export function limitClients(app: FastifyInstance, { rateLimit, limits, trustProxy }: OverloadOptions): void {
  if (trustProxy) ignoreForwardedPorts(app)
  endSlowReaders(app, { ...CONNECTION_LIMITS, ...limits })
  if (rateLimit) limitRate(app, rateLimit)
}

/** Interval of the log line with the number of refusals, in milliseconds. */
const LOG_INTERVAL = 1_000

/**
 * Puts a queue in front of the current request listeners, and refuses requests with an invalid head. Listeners that
 * are added later see all requests, refused ones too. In-process requests (`inject`) skip the queue.
 */
export function queueRequests(
  app: FastifyInstance,
  allowedOrigins: AllowedOrigins,
  { maxDelay = Infinity }: OverloadOptions,
): void {
  const { server } = app
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')

  const check = checkHeads(allowedOrigins)
  const later = (seconds: number) => refusalOf(unavailable(seconds), allowedOrigins)
  const tooMany = inTurn([later(1), later(2), later(3)])
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
      // Closes the connection like other responses do while the service shuts down, which waits for open connections.
      if (!server.listening) response.setHeader('connection', 'close')
      tooMany(request, response)
    },
  )
  server.on('connection', () => queue.accepted())
  server.on('request', (request, response) => {
    const refuse = check(request)
    if (refuse) refuse(request, response)
    else queue.take(request, response)
  })
  // An unknown expectation. Without this listener Node responds itself.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
