import { nodeSignatures } from '../projections/node-signatures.ts'
import { type Answering, one } from './operation.ts'
import { readPage } from './page.ts'

export const listNodeSignatures: Answering = function* (query) {
  const page = yield* readPage(nodeSignatures, query, { anyOf: { resource: one(query.id) } })
  return `{"signatures":${page}}`
}
