import type { IncomingMessage, ServerResponse } from 'node:http'
import { CORS_HEADERS } from '../responses/cors.ts'
import { badRequest, type Problem, problemBody, protocolError } from '../responses/problem.ts'
import { requestIdOf } from '../responses/request-id.ts'

/** Sends a prepared error response, before Fastify. A refusal must cost far less than a normal response. */
export type Refusal = (request: IncomingMessage, response: ServerResponse) => void

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

/** Maximum length of a URL in bytes; beyond it 414. The contract's longest lists of ids take about half. */
const MAX_URL = 16 * 1024

const HOST = /^host$/i

const longUrl = `The address is longer than ${MAX_URL} bytes; ask for fewer values`
const tooLong = refusalOf(protocolError(414, 'URI_TOO_LONG', longUrl))
const expected = 'Of the expectations there is only 100-continue'
const unmet = refusalOf(protocolError(417, 'EXPECTATION_FAILED', expected))
const noHost = closing(refusalOf(badRequest([{ field: 'Host', description: 'must be there exactly once' }])))

/** Checks the head of a request, as RFC 9112 and RFC 9110 demand, and returns the refusal of an invalid one. */
export function refusalOfHead(request: IncomingMessage): Refusal | undefined {
  const { url = '', headers, rawHeaders, httpVersion } = request
  if (url.length > MAX_URL) return tooLong
  // Node keeps the first of several in `headers`.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && HOST.test(name)).length
  // HTTP/1.0 has no such header.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return noHost
  return headers.expect === undefined || /^100-continue$/i.test(headers.expect) ? undefined : unmet
}

/** Proxies may read such a request as another one, so nothing after it is read. */
function closing(refuse: Refusal): Refusal {
  return (request, response) => refuse(request, response.setHeader('connection', 'close'))
}
