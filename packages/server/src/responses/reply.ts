import { crc32 } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { type Problem, problemBody } from './problem.ts'

/** The block of a response. */
export interface Block {
  /** Decimal uint64. */
  readonly height: string
  /** Unix nanoseconds, decimal int64. */
  readonly timestamp: string
}

/** The current block of the service. */
export interface Head extends Block {
  /** The state of all responses at this block, for their tags. Absent: no ETag is sent. */
  readonly etag?: string | undefined
}

/** A finished response of an operation. */
export interface Answer<Body extends string | Buffer = string> {
  /** JSON as text, or as bytes in UTF-8. It is sent unchanged. */
  readonly body: Body
  readonly block: Block
  /**
   * The state of the service, for the tag. It must change whenever the body of the same request may change. Absent: no
   * ETag is sent.
   */
  readonly etag?: string | undefined
}

/** Sends a response with status 200, or 304 when the client already has it. */
export function sendAnswer(reply: FastifyReply, answer: Answer<string | Buffer>): FastifyReply {
  const { block, etag } = answer
  versionHeaders(reply, block, etag)
  if (etag !== undefined && (holds(reply, tagOf(reply, etag)) || holds(reply, '*')))
    return reply.code(304).send()
  return sendJson(reply, answer.body)
}

/**
 * Sends 304 if the client already has the response for this state, without computing it; otherwise returns false. `*`
 * is not enough: it matches a response of any state, but only if there is one.
 */
export function sendUnchanged(reply: FastifyReply, head: Head): boolean {
  const { etag } = head
  if (etag === undefined || !holds(reply, tagOf(reply, etag))) return false
  versionHeaders(reply, head, etag)
  reply.code(304).send()
  return true
}

/** A text that is the same for all clients. */
export interface Document {
  /** Media type. */
  readonly type: string
  readonly text: string
  /** A hash of the text. */
  readonly etag: string
}

/** Sends a document with status 200, or 304 when the client already has it. */
export function sendDocument(reply: FastifyReply, { type, text, etag }: Document): FastifyReply {
  const tag = `"${etag}"`
  reply.headers({ etag: `W/${tag}`, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
  if (holds(reply, tag) || holds(reply, '*')) return reply.code(304).send()
  return reply.serializer(asItIs).header('content-type', type).send(text)
}

function versionHeaders(reply: FastifyReply, block: Block, etag: string | undefined): void {
  reply.headers(blockHeaders(block)).header('cache-control', 'no-cache')
  // Weak, so that a proxy that compresses the body may keep it.
  if (etag !== undefined) reply.header('etag', `W/${tagOf(reply, etag)}`)
}

/** Sends an error response, with the current block of the service if it is known. */
export function sendProblem(reply: FastifyReply, problem: Problem, block: Block | undefined): FastifyReply {
  if (block !== undefined) reply.headers(blockHeaders(block))
  reply.code(problem.status).headers(problem.headers).header('cache-control', 'no-cache')
  return sendJson(reply, problemBody(problem))
}

/** Sends JSON unchanged. Without this serializer Fastify adds a charset, which JSON does not have. */
export function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  // The body may contain text of a client. A browser must not render it as a page.
  reply.header('x-content-type-options', 'nosniff')
  return reply.serializer(asItIs).header('content-type', 'application/json').send(body)
}

const asItIs = (text: string) => text

function blockHeaders({ height, timestamp }: Block): Record<string, string> {
  return { 'x-block-height': height, 'x-block-timestamp': timestamp }
}

/**
 * Returns the tag of a response in quotes. It includes a checksum of the URL. Otherwise the tag of another URL, which the
 * client got with a 200, would turn a 400 or 404 into a 304.
 */
function tagOf({ request }: FastifyReply, etag: string): string {
  return `"${etag}-${crc32(request.url).toString(36)}"`
}

/** Returns true if the request's `If-None-Match` lists an entry (weak comparison). */
function holds({ request }: FastifyReply, wanted: string): boolean {
  const listed = request.headers['if-none-match']?.split(',') ?? []
  return listed.some(entry => entry.trim().replace(/^W\//, '') === wanted)
}
