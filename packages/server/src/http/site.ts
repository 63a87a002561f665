import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The page of a built site for addresses that do not exist. */
const NOT_FOUND = '404.html'

/**
 * What only the server can say of a file: a page brings its content security policy along, but cannot forbid to be framed.
 * Of TLS nothing is said here, for the proxy that ends it knows.
 */
const HEADERS = {
  'content-security-policy': "frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** Serves the files of a built site under `/`, also as their `.gz` beside them where a browser takes that. */
export function serveSite(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    redirect: true,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // These files are named for their content; all others are asked for again, and answered 304 by their ETag.
      const isNamedByContent = path.startsWith(join(folder, '_astro'))
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.headers(HEADERS).header('vary', 'accept-encoding')
    },
  })
}

/** Whether a person who reads the site asks for a page, rather than a program for an answer of the API. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}

/** Answers 404 with the site's own page. */
export function sendNoSuchPage(reply: FastifyReply): FastifyReply {
  return reply.code(404).sendFile(NOT_FOUND)
}

/** The folder that `--docs` and `--no-docs` stand for: the one named, none, or else the site beside this package. */
export function siteFolder(docs: string | boolean = true): string | undefined {
  if (docs !== true) return docs || undefined
  const beside = fileURLToPath(new URL('../../../docs/dist', import.meta.url))
  return isSite(beside) ? beside : undefined
}

/** Whether a folder holds a whole site: its build writes the page for missing addresses too. */
export function isSite(folder: string): boolean {
  return existsSync(join(folder, 'index.html')) && existsSync(join(folder, NOT_FOUND))
}
