import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The site's page for missing addresses. */
const NOT_FOUND = '404.html'

/** The code of the plugin's error for a path that leads out of the folder. */
export const FORBIDDEN_PATH = 'FST_STATIC_FORBIDDEN_PATH'

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

/** Serves the files of a built site under `/`, and their `.gz` files to browsers that accept gzip. */
export function serveSite(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    redirect: true,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The names of these files are content hashes. Browsers revalidate all other files by ETag (304).
      const isNamedByContent = path.startsWith(join(folder, '_astro'))
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.headers(HEADERS).header('vary', 'accept, accept-encoding')
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    const file = markdownOf(request)
    if (file !== undefined && existsSync(join(folder, file))) return reply.sendFile(file)
  })
}

/** Returns the markdown file of the page that a program requests with `Accept: text/markdown`: `guides/paging.md`. */
function markdownOf({ method, url, headers }: FastifyRequest): string | undefined {
  const [path = ''] = url.split('?', 1)
  if (method !== 'GET' || !/^[/\w.-]+$/.test(path) || path.includes('..')) return undefined
  if (path.startsWith('/api/') || !(headers.accept ?? '').includes('text/markdown')) return undefined
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

/** The site next to this package in its repository, and the site in the published package. */
const BUILT_SITES = ['../../../docs/dist', '../../site']

/** Returns the folder for `--docs` and `--no-docs`: the given one, none, or the site that came with this package. */
export function siteFolder(docs: string | boolean = true): string | undefined {
  if (docs !== true) return docs || undefined
  return BUILT_SITES.map(path => fileURLToPath(new URL(path, import.meta.url))).find(isSite)
}

/** Returns true for a folder with a complete site. Its build writes the 404 page too. */
export function isSite(folder: string): boolean {
  return existsSync(join(folder, 'index.html')) && existsSync(join(folder, NOT_FOUND))
}
