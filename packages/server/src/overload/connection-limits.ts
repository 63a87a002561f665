import type { Server, ServerOptions } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** How much time and memory one connection may take; milliseconds and bytes. */
export interface ConnectionLimits {
  /** From the opening of a connection, or the first byte of a request, until its headers are complete; else 408. */
  readonly headersTimeout: number
  /** Until the request is complete, body included; else 408. */
  readonly requestTimeout: number
  /** How often connections are looked at for the two above. */
  readonly checkInterval: number
  /** How long a connection stays open between requests. */
  readonly keepAliveTimeout: number
  /** How long a reader may take no byte of its answer. */
  readonly stallTimeout: number
  /** How long a reader may take for the whole of a large answer. */
  readonly answerTimeout: number
  /** What large answers may hold in memory together, until they are read. */
  readonly mostUnread: number
}

/**
 * Requests are one packet without a body: whoever needs seconds for one is broken or means harm. Idle connections cost
 * little, and load balancers keep theirs for 60 s: it must be they who close them, or a request meets a closed one.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  checkInterval: 1_000,
  keepAliveTimeout: 72_000,
  stallTimeout: 20_000,
  answerTimeout: 120_000,
  mostUnread: 256 * 1024 * 1024,
}

/** Address and headers of a request together, in bytes; beyond it 431. */
const MAX_HEADER = 32 * 1024

/** The limits that Node itself keeps, as Fastify takes them, with what else Node's server is to be told. */
export function serverOptions(limits: ConnectionLimits, http: ServerOptions) {
  const { headersTimeout, requestTimeout, checkInterval, keepAliveTimeout, stallTimeout } = limits
  return {
    http: {
      ...http,
      maxHeaderSize: MAX_HEADER,
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: checkInterval,
    },
    requestTimeout,
    keepAliveTimeout,
    connectionTimeout: stallTimeout,
  } satisfies FastifyHttpOptions<Server>
}

/**
 * Connections that may wait until they are accepted, as far as the system allows. One that finds no room is dropped, and
 * its client tries again only after a second, then after three, then seven: far longer than any wait for an answer.
 */
export const BACKLOG = 4096
