import type { FastifyInstance } from 'fastify'

/** Allowed origins of browser pages: any, or a list (scheme, host and port). */
export type AllowedOrigins = '*' | readonly string[]

const EXPOSED = [
  'deprecation, etag, preference-applied, retry-after, sunset',
  'x-block-hash, x-block-height, x-block-timestamp, x-chain-id, x-contract-version',
  'x-first-block, x-history-since, x-request-id',
  'ratelimit-limit, ratelimit-remaining, ratelimit-reset',
].join(', ')

/** Maximum time that a browser may cache a preflight, in seconds (Chromium's own maximum). */
const PREFLIGHT_SECONDS = '7200'

/** Returns the CORS headers for a page of `origin`. All data is public, so credentials are never allowed. */
export function corsHeaders(allowed: AllowedOrigins, origin: string | undefined): Record<string, string> {
  if (allowed === '*') return readableBy('*')
  if (origin === undefined || !allowed.includes(origin)) return { vary: 'Origin' }
  return { vary: 'Origin', ...readableBy(origin) }
}

function readableBy(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
    // A page sees from the timing if it has HTTP/1.1, which limits the number of requests that wait.
    'timing-allow-origin': origin,
  }
}

/**
 * Lets browser pages of the allowed origins read the responses, errors included. Preflights get 204 on every path, so
 * that a page can read the 404 of an unknown one.
 */
export function allowBrowsers(app: FastifyInstance, allowed: AllowedOrigins): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(corsHeaders(allowed, request.headers.origin))
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return next()
    reply.headers({
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': PREFLIGHT_SECONDS,
    })
    reply.code(204).send()
  })
}
