import type { IncomingMessage, ServerResponse } from 'node:http'
import { CORS_HEADERS } from '../responses/cors.ts'
import { type Problem, problemBody } from '../responses/problem.ts'
import { requestIdOf } from '../responses/request-id.ts'

/** Sends a prepared error response, before Fastify. A refusal must cost far less than a normal response. */
export type Refusal = (request: IncomingMessage, response: ServerResponse) => void

/** Prepares the error response of a problem. */
export function refusalOf(problem: Problem): Refusal {
  const body = problemBody(problem)
  const headers = {
    ...CORS_HEADERS,
    ...problem.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  }
  return (request, response) => {
    response.writeHead(problem.status, { ...headers, 'x-request-id': requestIdOf(request) })
    response.end(body)
  }
}
