import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
  }
}

/** The status of a response whose client disconnected before its end. Nobody receives it; nginx uses the same. */
const CLIENT_GONE = 499

export interface EndedRequest {
  /** The operationId of the request; undefined outside the contract's operations. */
  readonly operation: string | undefined
  /** HTTP status; 499 when the client disconnected first. */
  readonly status: number
  /** Time from the end of the request's headers to the last byte of the response. */
  readonly milliseconds: number
  /** The part of that time in which the client waited for a change (`Prefer: wait`). */
  readonly waited: number
  /** Absent for a request that came too late and was not read. */
  readonly reply: FastifyReply | undefined
}

/** Called at the end of a request. */
export type RequestObserver = (request: EndedRequest) => void

interface Observed extends ServerResponse {
  [OBSERVED]?: { readonly started: number; reply?: FastifyReply; waited?: number }
}

const OBSERVED = Symbol('observed')

/**
 * Reports requests, however they end. Fastify's own hook for finished responses misses clients that disconnected
 * early.
 */
export function observeRequests(app: FastifyInstance, observers: readonly RequestObserver[]): void {
  if (observers.length === 0) return

  function ended(this: Observed): void {
    const { started = 0, waited = 0, reply } = this[OBSERVED] ?? {}
    const request = {
      operation: reply?.request.routeOptions.config?.operation,
      status: this.writableFinished ? this.statusCode : CLIENT_GONE,
      milliseconds: performance.now() - started,
      waited,
      reply,
    }
    for (const observer of observers) observer(request)
  }

  // Runs before Fastify's own listener, which has already sent SQLite responses when it returns.
  app.server.prependListener('request', (_, response: Observed) => {
    response[OBSERVED] = { started: performance.now() }
    response.on('close', ended)
  })
  app.addHook('onRequest', (_, reply, next) => {
    observed(reply)
    next()
  })
}

/** Reports a response to the observers. Hooks do this, but Fastify does not run them for URLs that it cannot decode. */
export function observed(reply: FastifyReply): void {
  const { raw }: { raw: Observed } = reply
  if (raw[OBSERVED]) raw[OBSERVED].reply = reply
}

/** Notes the time in which a client waited for a change; milliseconds. */
export function noteWait({ [OBSERVED]: observed }: Observed, milliseconds: number): void {
  if (observed) observed.waited = milliseconds
}
