import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
}

/** Serves a built site under a path as a plain file host does: no content negotiation, a short time in caches. */
export async function hostFiles(folder: string, base: string) {
  const server = createServer(({ url = '' }, reply) => {
    const { pathname } = new URL(url, 'http://host')
    const file = join(folder, decodeURIComponent(pathname.slice(base.length)))
    if (!pathname.startsWith(base) || !existsSync(file)) return reply.writeHead(404).end('Not found')
    const isFolder = statSync(file).isDirectory()
    if (isFolder && !pathname.endsWith('/')) return reply.writeHead(301, { location: `${pathname}/` }).end()
    const found = isFolder ? join(file, 'index.html') : file
    const type = TYPES[extname(found)] ?? 'application/octet-stream'
    return reply
      .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'max-age=600' })
      .end(readFileSync(found))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
