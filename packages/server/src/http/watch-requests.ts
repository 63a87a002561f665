import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operationId of the contract that the route answers. */
    operation?: string
  }
}

/** The status of an answer whose client has gone before it was all sent. Nobody gets it; nginx counts the same. */
const CLIENT_GONE = 499

/** How a request ended. */
export interface EndedRequest {
  /** The operationId that answered it; undefined for whatever is no operation of the contract. */
  readonly operation: string | undefined
  /** HTTP status; 499 when the client went away first. */
  readonly status: number
  /** From the whole head of the request to the last byte of the answer. */
  readonly milliseconds: number
  /** Absent for what came so late that it was not read any more. */
  readonly reply: FastifyReply | undefined
}

/** Is told of every request that the service takes. */
export interface RequestWatcher {
  begun?(): void
  ended(request: EndedRequest): void
}

interface Watched extends ServerResponse {
  [STARTED]?: number
  [REPLY]?: FastifyReply
}

const STARTED = Symbol('started')
const REPLY = Symbol('reply')

/**
 * Tells of requests, however they end. Not with Fastify's own hook for finished answers, which never hears of a
 * client that left early.
 */
export function watchRequests(app: FastifyInstance, watchers: readonly RequestWatcher[]): void {
  if (watchers.length === 0) return

  function ended(this: Watched): void {
    const reply = this[REPLY]
    const request = {
      operation: reply?.request.routeOptions.config?.operation,
      status: this.writableFinished ? this.statusCode : CLIENT_GONE,
      milliseconds: performance.now() - (this[STARTED] ?? 0),
      reply,
    }
    for (const watcher of watchers) watcher.ended(request)
  }

  // Before Fastify's own listener, which has answered from SQLite when it returns.
  app.server.prependListener('request', (_, response: Watched) => {
    response[STARTED] = performance.now()
    response.on('close', ended)
    for (const watcher of watchers) watcher.begun?.()
  })
  app.addHook('onRequest', (_, reply, next) => {
    watched(reply)
    next()
  })
}

/** Makes an answer known to the watchers. Hooks do it, which are not called for an address that cannot be decoded. */
export function watched(reply: FastifyReply): void {
  const response: Watched = reply.raw
  response[REPLY] = reply
}
