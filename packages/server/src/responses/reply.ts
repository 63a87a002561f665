import type { FastifyReply } from 'fastify'
import { type Problem, problemBody } from './problem.ts'

/** The block that an answer reflects. */
export interface Block {
  /** Decimal uint64. */
  readonly height: string
  /** Unix nanoseconds, decimal int64. */
  readonly timestamp: string
}

/** What the service stands at. */
export interface Head extends Block {
  /** The tag of every answer as of this block, without quotes. Absent: no ETag is sent. */
  readonly etag?: string | undefined
}

/** A finished answer of an operation. */
export interface Answer<Body extends string | Buffer = string> {
  /** JSON text, sent as it is; bytes are those of the text in UTF-8. */
  readonly body: Body
  readonly block: Block
  /** Opaque, without quotes; must change whenever the body of the same request may. Absent: no ETag is sent. */
  readonly etag?: string | undefined
}

/** Sends an answer with status 200, or 304 when the client already has it. */
export function sendAnswer(reply: FastifyReply, answer: Answer<string | Buffer>): FastifyReply {
  const { block, etag } = answer
  versionHeaders(reply, block, etag)
  if (etag !== undefined && (holds(reply, quotedTag(etag)) || holds(reply, '*')))
    return reply.code(304).send()
  return sendJson(reply, answer.body)
}

/**
 * Sends 304 when the client holds the answer of this very state, without finding out what it was; false when it does
 * not. `*` is not enough: it holds for an answer of any state, but only if there is one.
 */
export function sendUnchanged(reply: FastifyReply, head: Head): boolean {
  const { etag } = head
  if (etag === undefined || !holds(reply, quotedTag(etag))) return false
  versionHeaders(reply, head, etag)
  reply.code(304).send()
  return true
}

function versionHeaders(reply: FastifyReply, block: Block, etag: string | undefined): void {
  reply.headers(blockHeaders(block)).header('cache-control', 'no-cache')
  // Weak, because a proxy that compresses the body may then keep it.
  if (etag !== undefined) reply.header('etag', `W/${quotedTag(etag)}`)
}

/** Sends an error answer, with the block that the service stands at where it is known. */
export function sendProblem(reply: FastifyReply, problem: Problem, block: Block | undefined): FastifyReply {
  if (block !== undefined) reply.headers(blockHeaders(block))
  reply.code(problem.status).headers(problem.headers).header('cache-control', 'no-cache')
  return sendJson(reply, problemBody(problem))
}

/** Sends JSON text as it is. The serializer is there because without one Fastify adds a charset, which JSON does not have. */
export function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  // A browser that opens an address must not take text that a client put into it for a page.
  reply.header('x-content-type-options', 'nosniff')
  return reply.serializer(asItIs).header('content-type', 'application/json').send(body)
}

const asItIs = (text: string) => text

function blockHeaders({ height, timestamp }: Block): Record<string, string> {
  return { 'x-block-height': height, 'x-block-timestamp': timestamp }
}

function quotedTag(etag: string): string {
  return `"${etag}"`
}

/** Whether the request's `If-None-Match` lists an entry (weak comparison). */
function holds({ request }: FastifyReply, wanted: string): boolean {
  const listed = request.headers['if-none-match']?.split(',') ?? []
  return listed.some(entry => entry.trim().replace(/^W\//, '') === wanted)
}
