import type { RequestListener, ServerOptions } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AllowedOrigins } from '../responses/cors.ts'
import { protocolError, unavailable } from '../responses/problem.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, serverOptions } from './connection-limits.ts'
import { limitRate, type RateLimit } from './rate-limit.ts'
import { inTurn, refusalOf } from './refusal.ts'
import { RequestQueue } from './request-queue.ts'
import { endSlowReaders } from './unread-answers.ts'

/** How the service defends itself against too much. */
export interface OverloadOptions {
  /** How long a request may wait for its turn, in milliseconds; beyond it 503. Without it all are answered. */
  readonly maxDelay?: number | undefined
  /** What each client address is granted; beyond it 429. */
  readonly rateLimit?: RateLimit | undefined
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy?: readonly string[] | undefined
  /** Limits of connections that are to differ from the usual. */
  readonly limits?: Partial<ConnectionLimits> | undefined
}

/** What Fastify must be told when it is made. */
export function overloadServerOptions({ limits, trustProxy }: OverloadOptions, http: ServerOptions) {
  return {
    ...serverOptions({ ...CONNECTION_LIMITS, ...limits }, http),
    ...(trustProxy && { trustProxy: [...trustProxy] }),
  }
}

/** Defends the service against clients that ask too often or read too slowly. */
export function limitClients(app: FastifyInstance, { rateLimit, limits }: OverloadOptions): void {
  endSlowReaders(app, { ...CONNECTION_LIMITS, ...limits })
  if (rateLimit) limitRate(app, rateLimit)
}

/** Bytes of an address; beyond it 414. The contract's longest lists of identifiers are about half of it. */
const MAX_URL = 16 * 1024

/** How often a log line says how many were refused, in milliseconds. */
const LOG_INTERVAL = 1_000

/**
 * Puts a queue between Node and whoever listens to requests by now; who does so later hears of all of them, refused ones
 * too. In-process requests (`inject`) come past it.
 */
export function queueRequests(
  app: FastifyInstance,
  allowedOrigins: AllowedOrigins,
  { maxDelay = Infinity }: OverloadOptions,
): void {
  const { server } = app
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')

  const longUrl = `The address is longer than ${MAX_URL} bytes; ask for fewer values`
  const tooLong = refusalOf(protocolError(414, 'URI_TOO_LONG', longUrl), allowedOrigins)
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
      // As its answers do: who closes waits for connections that may bring more.
      if (!server.listening) response.setHeader('connection', 'close')
      tooMany(request, response)
    },
  )
  server.on('connection', () => queue.accepted())
  server.on('request', (request, response) => {
    if ((request.url?.length ?? 0) > MAX_URL) tooLong(request, response)
    else queue.take(request, response)
  })
}
