import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { CORS_HEADERS } from './cors.ts'
import { badRequest, type Problem, problemBody, protocolError } from './problem.ts'
import { requestIdOf } from './request-id.ts'

/** Sends a prepared error response, before Fastify. A refusal must cost far less than a normal response. */
export type Refusal = (request: IncomingMessage, response: ServerResponse) => void

export function refusalOf(problem: Problem): Refusal {
  const { body, headers } = prepared(problem)
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
const noHost = refusalOf(badRequest([{ field: 'Host', description: 'must be there exactly once' }]))

/** Checks the head of a request, as RFC 9112 and RFC 9110 demand, and returns the refusal of an invalid one. */
export function refusalOfHead(request: IncomingMessage): Refusal | undefined {
  const { url = '', headers, rawHeaders, httpVersion } = request
  if (url.length > MAX_URL) return tooLong
  // Node keeps the first of several in `headers`.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && HOST.test(name)).length
  // HTTP/1.0 has no such header. Proxies may read such a request as another one, so nothing after it is read.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return (request, response) => noHost(request, response.setHeader('connection', 'close'))
  return headers.expect === undefined || /^100-continue$/i.test(headers.expect) ? undefined : unmet
}

const malformed = badRequest([{ field: 'request', description: 'is not well-formed HTTP/1.1' }])
const largeHead = 'The address and the headers are too large together'
/** Refusals of bytes of which Node makes no request, by the code of its error. */
const UNREADABLE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: protocolError(431, 'REQUEST_HEADER_TOO_LARGE', largeHead),
  ERR_HTTP_REQUEST_TIMEOUT: protocolError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time'),
}

/** Sends the error response for invalid or oversized HTTP, and closes the connection. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = UNREADABLE[code] ?? malformed
  const { body, headers } = prepared(problem)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const head = [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
}

function prepared(problem: Problem) {
  const body = problemBody(problem)
  const headers = {
    ...CORS_HEADERS,
    ...problem.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  }
  return { body, headers }
}
