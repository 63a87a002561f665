import type { Contract } from '../load/contract.ts'
import { asArray, asObject, canonical, isObject, matched, membersOf } from '../load/json.ts'
import { Normaliser } from '../normalise/normaliser.ts'
import { changed } from '../schemas/annotations.ts'
import { SchemaComparison } from '../schemas/comparison.ts'
import { compareSchemes } from './access.ts'
import { compareComponents } from './components.ts'
import { Findings } from './findings.ts'
import { compareMembers } from './members.ts'
import { compareOperations, operationsOf } from './operations.ts'
import { type Documents, Site } from './site.ts'

/** All differences of two documents. */
export function compareDocuments(base: Contract, revision: Contract): Documents {
  const schemas = new SchemaComparison(new Normaliser(base), new Normaliser(revision))
  const documents = { base, revision, schemas, findings: new Findings() }
  const name = 'the contract'
  const site = new Site(documents, { operation: '', name, at: '', direction: 'request', surface: 'wire' })
  const operations = (part: 'paths' | 'webhooks') =>
    [operationsOf(base, base.root[part]), operationsOf(revision, revision.root[part])] as const
  compareOperations(site, ...operations('paths'))
  compareOperations(site.with({ direction: 'response' }), ...operations('webhooks'), 'webhook ')
  compareSchemes(site)
  compareComponents(site)
  compareTags(site)
  compareEmptyPaths(site)
  const info = { base: asObject(base.root.info), revision: asObject(revision.root.info) }
  const facts = ['version', 'license', 'contact', 'termsOfService']
  compareMembers(site, info, { rules: Object.fromEntries(facts.map(fact => [fact, 'info-changed'])) })
  const inherited = ['servers', 'security'].filter(member => isInherited(site, member))
  compareMembers(site, site.roots, {
    without: ['info', 'paths', 'webhooks', 'components', 'tags', ...inherited],
    rules: {
      openapi: 'info-changed',
      $self: 'info-changed',
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

function compareTags(site: Site): void {
  const byName = ({ root }: Contract) =>
    new Map(
      asArray(root.tags)
        .filter(isObject)
        .map(tag => [String(tag.name), tag]),
    )
  for (const [name, from, to] of matched(byName(site.documents.base), byName(site.documents.revision))) {
    if (canonical(from) === canonical(to)) continue
    const both = { base: from, revision: to }
    site.with({ name, at: 'tags' }).note('tags-changed', both, changed(from, to))
  }
}

/** Compares paths without operations, and extensions of the list of paths. */
function compareEmptyPaths(site: Site): void {
  for (const part of ['paths', 'webhooks']) {
    const emptyOf = (contract: Contract) => {
      const isEmpty = ([path, item]: [string, unknown]) =>
        operationsOf(contract, { [path]: asObject(item) }).length === 0
      return Object.fromEntries([...membersOf(contract.root[part])].filter(isEmpty))
    }
    const both = { base: emptyOf(site.documents.base), revision: emptyOf(site.documents.revision) }
    compareMembers(site.with({ at: part }), both, { otherwise: 'comment-changed' })
  }
}
