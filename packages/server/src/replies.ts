import type { FastifyReply } from 'fastify'
import { type Problem, problemBody } from './errors.ts'

/** The block that an answer reflects. */
export interface Block {
  /** Decimal uint64. */
  readonly height: string
  /** Unix nanoseconds, decimal int64. */
  readonly timestamp: string
}

/** A finished answer of an operation. */
export interface Answer {
  /** JSON text, sent as it is. */
  readonly body: string
  readonly block: Block
  /** Opaque, without quotes; must change whenever the body of the same request may. Absent: no ETag is sent. */
  readonly etag?: string
}

/** Sends an answer with status 200, or 304 when the client already has it. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.headers(blockHeaders(answer.block)).header('cache-control', 'no-cache')
  if (answer.etag !== undefined) {
    // Weak, because a proxy that compresses the body may then keep it.
    reply.header('etag', `W/"${answer.etag}"`)
    if (holds(reply.request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  }
  return sendJson(reply, answer.body)
}

/** Sends an error answer, with the block that the service stands at where it is known. */
export function sendProblem(reply: FastifyReply, problem: Problem, block: Block | undefined): FastifyReply {
  if (block !== undefined) reply.headers(blockHeaders(block))
  reply.code(problem.status).headers(problem.headers).header('cache-control', 'no-cache')
  return sendJson(reply, problemBody(problem))
}

/** Sends JSON text. As bytes, because Fastify adds a charset, which JSON does not have, to the type of a string. */
export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('content-type', 'application/json').send(Buffer.from(body))
}

function blockHeaders({ height, timestamp }: Block): Record<string, string> {
  return { 'x-block-height': height, 'x-block-timestamp': timestamp }
}

/** Whether `If-None-Match` lists the tag (weak comparison) or is `*`. */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some(entry => {
    const tag = entry.trim()
    return tag === '*' || tag.replace(/^W\//, '') === `"${etag}"`
  })
}
