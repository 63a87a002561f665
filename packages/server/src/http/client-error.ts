import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { badRequest, type Problem, problemBody, protocolError } from '../responses/problem.ts'

/** Sends the contract's error body for invalid or oversized HTTP. No request object exists yet. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = problemOf(error.code)
  const body = problemBody(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return protocolError(
      431,
      'REQUEST_HEADER_TOO_LARGE',
      'The address and the headers are too large together',
    )
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return protocolError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time')
  }
  return badRequest([{ field: 'request', description: 'is not well-formed HTTP/1.1' }])
}
