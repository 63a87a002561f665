import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AllowedOrigins, corsHeaders } from '../responses/cors.ts'
import { type Problem, problemBody } from '../responses/problem.ts'

/** Sends an error answer that was prepared once, ahead of Fastify: a refusal must cost far less than an answer. */
export type Refusal = (request: IncomingMessage, response: ServerResponse) => void

/** Prepares the error answer of a problem. */
export function refusalOf(problem: Problem, allowedOrigins: AllowedOrigins): Refusal {
  const body = problemBody(problem)
  const headers = {
    ...problem.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  }
  return (request, response) => {
    response.writeHead(problem.status, { ...headers, ...corsHeaders(allowedOrigins, request.headers.origin) })
    response.end(body)
  }
}

/** Prepares refusals that are sent in turn, each with another delay, so that those refused together part. */
export function inTurn(refusals: readonly [Refusal, ...Refusal[]]): Refusal {
  let turn = 0
  return (request, response) => {
    turn = (turn + 1) % refusals.length
    refusals[turn]?.(request, response)
  }
}
