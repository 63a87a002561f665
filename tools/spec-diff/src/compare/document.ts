import type { Contract } from '../load/contract.ts'
import { asArray, asObject, canonical, isObject, type JsonObject } from '../load/json.ts'
import { Normaliser } from '../normalise/normaliser.ts'
import { compareSchemes, compareSecurity, compareServers } from './access.ts'
import { compareComponents } from './components.ts'
import { Findings } from './findings.ts'
import { compareMembers } from './members.ts'
import { compareOperations, operationsOf } from './operations.ts'
import { SchemaComparison } from './schemas.ts'
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
  compareServers(site, base.root.servers, revision.root.servers)
  compareSecurity(site, base.root.security, revision.root.security)
  compareSchemes(site)
  compareComponents(site)
  compareTags(site)
  compareEmptyPaths(site)
  const info = { base: asObject(base.root.info), revision: asObject(revision.root.info) }
  const rules = {
    version: 'info-changed',
    license: 'info-changed',
    contact: 'info-changed',
    termsOfService: 'info-changed',
  }
  compareMembers(site, info, [], rules)
  const dealtWith = ['info', 'paths', 'webhooks', 'components', 'servers', 'security', 'tags']
  compareMembers(site, { base: base.root, revision: revision.root }, dealtWith, {
    openapi: 'info-changed',
    jsonSchemaDialect: 'unclassified',
    $self: 'info-changed',
  })
  return documents
}

function compareTags(site: Site): void {
  const byName = ({ root }: Contract) =>
    new Map(
      asArray(root.tags)
        .filter(isObject)
        .map(tag => [String(tag.name), tag]),
    )
  const [from, to] = [byName(site.documents.base), byName(site.documents.revision)]
  const roots = { base: site.documents.base.root, revision: site.documents.revision.root }
  for (const name of new Set([...from.keys(), ...to.keys()])) {
    const [one, other] = [from.get(name), to.get(name)]
    const its = site.with({ name, at: 'tags' })
    if (one && other)
      compareMembers(its, { base: one, revision: other }, [], {
        parent: 'tags-changed',
        kind: 'tags-changed',
      })
    else
      its.note('tags-changed', roots, {
        member: 'tags',
        ...(one ? { from: name } : { to: name }),
      })
  }
}

/** Paths without operations, and extensions of the list of paths. */
function compareEmptyPaths(site: Site): void {
  for (const part of ['paths', 'webhooks']) {
    const empty = (contract: Contract) => {
      const all = asObject(contract.root[part])
      const isEmpty = (path: string) =>
        operationsOf(contract, { [path]: all[path] as JsonObject }).length === 0
      return Object.fromEntries(Object.entries(all).filter(([path]) => isEmpty(path)))
    }
    const [base, revision] = [empty(site.documents.base), empty(site.documents.revision)]
    if (canonical(base) !== canonical(revision))
      compareMembers(site.with({ at: part }), { base, revision }, [])
  }
}
