import { existsSync, ReadStream, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Overload } from '../overload/protect-service.ts'
import { documentOf, sendDocument } from '../responses/reply.ts'
import { NOT_FOUND } from './site-folder.ts'

/** The code of the plugin's error for a path that leads out of the folder. */
export const FORBIDDEN_PATH = 'FST_STATIC_FORBIDDEN_PATH'
/** The origin in the files of a site that was built without `DOCS_SITE`. */
const BUILT_ORIGIN = 'http://127.0.0.1:8080'

/** Files for programs, with whole URLs. */
const PROGRAM_FILES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
}

/**
 * Headers that only the server can set. A page has its own content security policy, but cannot forbid framing. TLS
 * headers belong to the proxy that terminates TLS.
 */
const HEADERS = {
  'content-security-policy': "frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

const TEXTS = /^text\/|javascript|json|xml/

/** Serves the files of a built site under `/`. */
export function serveSite(app: FastifyInstance, folder: string, overload: Overload): void {
  app.addHook('onSend', fromMemory(overload))
  app.register(fastifyStatic, {
    root: folder,
    redirect: true,
    dotfiles: 'ignore',
    cacheControl: false,
    // A part of a file is another response: kept in memory, it would be that of everybody.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      // The names of these files are content hashes. Browsers revalidate all other files by ETag (304).
      const isNamedByContent = path.startsWith(join(folder, '_astro'))
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.headers(HEADERS).header('vary', 'accept, accept-encoding')
    },
  })
  // A promise here would cost every request of the API a turn of the microtask queue.
  app.addHook('onRequest', (request, reply, next) => {
    const file = programFileOf(request)
    if (file === undefined || !existsSync(join(folder, file))) return next()
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(BUILT_ORIGIN, originOf(request))
    const type = `${PROGRAM_FILES[extname(file)]}; charset=utf-8`
    sendDocument(reply.headers(HEADERS).header('vary', 'accept, accept-encoding'), documentOf(type, text))
  })
}

/**
 * Sends files from memory: a site has a few megabytes. A file would stay open until its client has read it. A text is
 * compressed once for those who take it.
 */
function fromMemory(overload: Overload): onSendHookHandler {
  const kept = new Map<string, Promise<Buffer>>()
  return ({ method, headers, raw }, reply, payload, done) => {
    if (!(payload instanceof Readable)) return done(null, payload)
    if (!(payload instanceof ReadStream) || method === 'HEAD') {
      payload.destroy()
      return done(null, null)
    }
    const isText = TEXTS.test(String(reply.getHeader('content-type')))
    const encoding = isText && /\bgzip\b/.test(String(headers['accept-encoding'])) ? 'gzip' : ''
    const key = `${payload.path} ${reply.getHeader('etag')} ${encoding}`
    const known = kept.get(key)
    if (known) payload.destroy()
    const body = known ?? buffer(payload).then(bytes => (encoding ? promisify(gzip)(bytes) : bytes))
    kept.set(key, body)
    // The next request tries again.
    body.catch(() => kept.delete(key))
    if (encoding) reply.header('content-encoding', encoding)
    const send = async () => {
      const bytes = await body
      await overload.turnsOf(raw, reply.raw).next()
      reply.header('content-length', bytes.length)
      return bytes
    }
    send().then(bytes => done(null, bytes), done)
  }
}

/**
 * Returns the origin that a client used: links in files for programs lead back to the same server. `X-Forwarded-Host` is
 * not read: not every proxy removes that of a client. A trusted proxy says whether the client uses HTTPS.
 */
function originOf({ protocol, headers: { host = '' } }: FastifyRequest): string {
  if (!/^[\w.:[\]-]+$/.test(host)) return BUILT_ORIGIN
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`
}

/**
 * Returns the file for a program's request: that of its path, such as `llms.txt`, or the markdown of a page that it
 * requests with `Accept: text/markdown`.
 */
function programFileOf({ method, url, headers }: FastifyRequest): string | undefined {
  if (method !== 'GET' || url.startsWith('/api/')) return undefined
  const [path = ''] = url.split('?', 1)
  if (!/^[/\w.-]+$/.test(path) || /\.\.|\/\./.test(path)) return undefined
  if (extname(path) in PROGRAM_FILES) return path.slice(1)
  if (!(headers.accept ?? '').includes('text/markdown')) return undefined
  const page = path.replace(/^\/|\/$/g, '')
  return `${page || 'index'}.md`
}

/** Returns true for a browser that requests a page, false for a program that calls the API. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}

/** Sends 404 with the site's own page. */
export function sendNoSuchPage(reply: FastifyReply): FastifyReply {
  return reply.code(404).sendFile(NOT_FOUND)
}
