import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED = [
  'deprecation, etag, preference-applied, retry-after, sunset',
  'x-block-hash, x-block-height, x-block-timestamp, x-chain-id, x-contract-version',
  'x-first-block, x-history-since, x-request-id',
  'ratelimit-limit, ratelimit-remaining, ratelimit-reset',
].join(', ')

/** Maximum time that a browser may cache a preflight, in seconds (Chromium's own maximum). */
const PREFLIGHT_SECONDS = '7200'

/** All data is public, so any page may read it, without credentials. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  // A page sees from the timing if it has HTTP/1.1, which limits the number of requests that wait.
  'timing-allow-origin': '*',
}

/** Answers a preflight with 204, whatever its path, so that a page can read the 404 of an unknown one. */
export function sendPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': PREFLIGHT_SECONDS,
  })
  reply.code(204).send()
}

/** Returns true for the question of a browser whether a page may send a request. */
export function isPreflight({ method, headers }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
