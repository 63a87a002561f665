import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { type Document, documentOf, sendDocument } from '../responses/reply.ts'
import { GET_AND_HEAD } from './operation-routes.ts'

const { resolve } = createRequire(import.meta.url)

/** The contract names no server. The copy of a service names this service: `/` is the root of its own address. */
const SERVER = { url: '/', description: 'The service that serves this document.' }

/** Paths of the contract, with the function that reads it. Most processes never need it. */
const DOCUMENTS: Readonly<Record<string, () => Document>> = {
  '/openapi.json': () => json('@trading-network/spec/openapi.json'),
  '/openapi-3.0.json': () => json('@trading-network/spec/openapi-3.0.json'),
  '/openapi-agents.json': () => json('@trading-network/spec/openapi-agents.json'),
  '/openapi-tools.json': () => json('@trading-network/spec/openapi-tools.json'),
  '/openapi.yaml': () => {
    const servers = `servers:\n  - url: ${SERVER.url}\n    description: ${SERVER.description}\n`
    const contract = read('@trading-network/spec/openapi.yaml')
    // The lines of a block are indented. Writing the whole document again would take a YAML library.
    return documentOf('application/yaml', contract.replace(/^servers:\n(?: .*\n)+/m, servers))
  },
}

/** Serves the contract, and returns its paths. They are not operations of the contract. */
export function serveContract(app: FastifyInstance): string[] {
  for (const [path, read] of Object.entries(DOCUMENTS)) {
    let document: Document | undefined
    app.route({
      method: GET_AND_HEAD,
      url: path,
      handler: (_, reply) => {
        document ??= read()
        return sendDocument(reply, document)
      },
    })
  }
  return Object.keys(DOCUMENTS)
}

function json(name: string): Document {
  const contract = JSON.parse(read(name)) as object
  return documentOf('application/json', `${JSON.stringify({ ...contract, servers: [SERVER] }, null, 2)}\n`)
}

function read(name: string): string {
  return readFileSync(resolve(name), 'utf8')
}
