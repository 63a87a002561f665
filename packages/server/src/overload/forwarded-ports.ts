import type { FastifyInstance } from 'fastify'

const HEADER = 'x-forwarded-for'
/** `192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`. A plain IPv6 address has more than one colon. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * Removes ports from `X-Forwarded-For`, which some proxies write after each address. With its port, every connection
 * would be a client of its own.
 */
export function ignoreForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _, next) => {
    const forwarded = headers[HEADER]
    if (typeof forwarded === 'string')
      headers[HEADER] = forwarded
        .split(',')
        .map(entry => withoutPort(entry.trim()))
        .join(', ')
    next()
  })
}

function withoutPort(entry: string): string {
  const [, bracketed, plain] = WITH_PORT.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}
