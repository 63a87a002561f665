import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

const { version } = createRequire(import.meta.url)('@trading-network/spec/package.json') as {
  version: string
}

/** Sends the version of the contract in `X-Contract-Version`, so that a client knows if it fits. */
export function nameContract(app: FastifyInstance): void {
  app.addHook('onRequest', (_, reply, next) => {
    reply.header('x-contract-version', version)
    next()
  })
}
