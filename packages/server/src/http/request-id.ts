import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What a balancer or a client may call its request: long enough for any tracer's id, and safe wherever it is put. */
const SANE = /^[\w.:/@+=~-]{1,128}$/

/** The id that a request came with in `X-Request-Id`, where it is a sane one; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID()
}

/** Names the request in the `X-Request-Id` of its answer, under which the log has it. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
}
