import { nodeSignatures } from '../projections/node-signatures.ts'
import { type Answering, one } from './operation.ts'
import { readPage } from './page.ts'

export const listNodeSignatures: Answering = function* (query, head) {
  const page = yield* readPage(nodeSignatures, query, head, { anyOf: { resource: one(query.id) } })
  return `{"signatures":${page}}`
}
