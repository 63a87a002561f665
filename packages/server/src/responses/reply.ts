import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Block, type Head, type Problem, problemBody } from './problem.ts'

export type { Head }

export interface Answer {
  /** JSON as text, or as bytes in UTF-8. It is sent unchanged. */
  readonly body: string | Buffer
  readonly block: Head
  /** The tag of the body, see {@link tagOf}. */
  readonly etag: string
}

/** A response as of a block: with a body 200, with a problem its refusal, with neither 304. */
export interface Read extends Pick<Answer, 'block' | 'etag'>, Partial<Pick<Answer, 'body'>> {
  readonly problem?: Problem
}

/**
 * Returns the tag of a body, 128 bits of its hash. Then a 304 is exact: across blocks, databases, versions and
 * restarts. Parties choose some bytes of their records, so the hash is a cryptographic one.
 */
export function tagOf(body: string | Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 22)
}

/** Sends a response with status 200, or 304 when the client already has it. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const { block, etag } = answer
  if (holds(reply, etag) || holds(reply, '*')) return sendUnchanged(reply, block, etag)
  versionHeaders(reply, block, etag)
  return sendJson(reply, answer.body)
}

/** Sends 304: the client has the response at this block already. */
export function sendUnchanged(reply: FastifyReply, block: Block, etag: string): FastifyReply {
  versionHeaders(reply, block, etag)
  return reply.code(304).send()
}

export interface Document {
  readonly type: string
  readonly text: string
  readonly etag: string
}

export function documentOf(type: string, text: string): Document {
  return { type, text, etag: hash('sha256', text, 'base64url') }
}

export function sendDocument(reply: FastifyReply, { type, text, etag }: Document): FastifyReply {
  reply.headers({
    etag: `W/"${etag}"`,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  if (holds(reply, etag) || holds(reply, '*')) return reply.code(304).send()
  return reply.serializer(asItIs).header('content-type', type).send(text)
}

function versionHeaders(reply: FastifyReply, block: Block, etag: string): void {
  // Weak, so that a proxy that compresses the body may keep it.
  reply.headers({ ...blockHeaders(block), 'cache-control': 'no-cache', etag: `W/"${etag}"` })
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

function blockHeaders(block: Block): Record<string, string> {
  const { height, timestamp, chainId, hash, firstBlock, historySince } = block
  return {
    'x-block-height': height,
    'x-block-timestamp': timestamp,
    ...(chainId && { 'x-chain-id': chainId }),
    ...(hash && { 'x-block-hash': hash }),
    ...(firstBlock && { 'x-first-block': firstBlock }),
    ...(historySince && { 'x-history-since': historySince }),
  }
}

/** The ends of a tag in a list: Apache adds one of the others to that of a body that it has compressed. */
const ENDS = ['"', '-gzip"', '-br"', '-deflate"', '-zstd"']
/** A `*` in a list of tags. */
const ANY = /(?:^|,)\s*\*\s*(?:,|$)/

/**
 * Returns true if the request's `If-None-Match` lists a tag, without its quotes, or `*` (weak comparison). A list may
 * have thousands of tags, and each block asks for those of all waiting requests: so it is searched, not split.
 */
export function holds({ request }: FastifyReply, etag: string): boolean {
  const list = request.headers['if-none-match']
  if (!list?.includes(etag)) return false
  return etag === '*' ? ANY.test(list) : ENDS.some(end => list.includes(`"${etag}${end}`))
}
