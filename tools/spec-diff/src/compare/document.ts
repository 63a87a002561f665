import type { Contract } from '../load/contract.ts'
import { asObject } from '../load/json.ts'
import { Normaliser } from '../normalise/normaliser.ts'
import { SchemaComparison } from '../schemas/comparison.ts'
import { compareSchemes } from './access.ts'
import { compareComponents } from './components.ts'
import { compareMembers } from './members.ts'
import { compareOperations, operationsOf } from './operations.ts'
import { type Documents, Site } from './site.ts'

/** All differences of two documents. */
export function compareDocuments(base: Contract, revision: Contract): Documents {
  const schemas = new SchemaComparison(new Normaliser(base), new Normaliser(revision))
  const documents: Documents = { base, revision, schemas, findings: [] }
  const name = 'the contract'
  const site = new Site(documents, { operation: '', name, at: '', direction: 'request', surface: 'wire' })
  comparePart(site, 'paths')
  comparePart(site.with({ direction: 'response' }), 'webhooks', 'webhook ')
  compareSchemes(site)
  compareComponents(site)
  const info = { base: asObject(base.root.info), revision: asObject(revision.root.info) }
  const facts = ['version', 'license', 'contact', 'termsOfService']
  compareMembers(site, info, { rules: Object.fromEntries(facts.map(fact => [fact, 'info-changed'])) })
  const inherited = ['servers', 'security'].filter(member => isInherited(site, member))
  compareMembers(site, site.roots, {
    without: ['info', 'paths', 'webhooks', 'components', ...inherited],
    rules: {
      openapi: 'info-changed',
      $self: 'info-changed',
      tags: 'tags-changed',
      servers: 'comment-changed',
      security: 'comment-changed',
    },
  })
  return documents
}

/** True if operations of both documents follow a member of the root, so that it is compared with them. */
function isInherited({ documents }: Site, member: string): boolean {
  return [documents.base, documents.revision].every(contract =>
    operationsOf(contract, contract.root.paths).some(
      ({ operation, pathItem }) => !(member in operation) && !(member === 'servers' && member in pathItem),
    ),
  )
}

/** Compares operations, paths without operations, and extensions of the list of paths. */
function comparePart(site: Site, part: 'paths' | 'webhooks', prefix = ''): void {
  const { base, revision } = site.documents
  const operations = [
    operationsOf(base, base.root[part]),
    operationsOf(revision, revision.root[part]),
  ] as const
  compareOperations(site, ...operations, prefix)
  const both = { base: asObject(base.root[part]), revision: asObject(revision.root[part]) }
  const without = operations.flat().map(({ path }) => path)
  compareMembers(site.with({ at: part }), both, { without, otherwise: 'comment-changed' })
}
