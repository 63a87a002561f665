import type { Contract } from '../load/contract.ts'
import { asArray, asObject, canonical, isObject, type JsonObject } from '../load/json.ts'
import { compareSchemes, compareSecurity, compareServers } from './access.ts'
import { Comparison, type Found, type Site } from './comparison.ts'
import { compareComponents } from './components.ts'
import { compareMembers } from './members.ts'
import { compareOperations, operationsOf } from './operations.ts'

/** All differences of two documents, as often as they are met. */
export function compareDocuments(base: Contract, revision: Contract): Found[] {
  const comparison = new Comparison(base, revision)
  const both = { base: base.root, revision: revision.root }
  compareOperations(
    comparison,
    operationsOf(base, base.root.paths),
    operationsOf(revision, revision.root.paths),
    'request',
  )
  const webhooks = [
    operationsOf(base, base.root.webhooks),
    operationsOf(revision, revision.root.webhooks),
  ] as const
  compareOperations(comparison, ...webhooks, 'response', 'webhook ')
  const site: Site = { operation: '', name: 'the contract', at: '', direction: 'request' }
  compareServers(comparison, site, base.root.servers, revision.root.servers)
  compareSecurity(comparison, site, base.root.security, revision.root.security)
  compareSchemes(comparison)
  compareComponents(comparison)
  compareTags(comparison, site)
  compareEmptyPaths(comparison, site)
  const info = { base: asObject(base.root.info), revision: asObject(revision.root.info) }
  const rules = {
    version: 'info-changed',
    license: 'info-changed',
    contact: 'info-changed',
    termsOfService: 'info-changed',
  }
  compareMembers(comparison, site, info, [], rules)
  const dealtWith = ['info', 'paths', 'webhooks', 'components', 'servers', 'security', 'tags']
  compareMembers(comparison, site, both, dealtWith, {
    openapi: 'info-changed',
    jsonSchemaDialect: 'unclassified',
    $self: 'info-changed',
  })
  return comparison.found
}

function compareTags(comparison: Comparison, site: Site): void {
  const byName = ({ root }: Contract) =>
    new Map(
      asArray(root.tags)
        .filter(isObject)
        .map(tag => [String(tag.name), tag]),
    )
  const [from, to] = [byName(comparison.base), byName(comparison.revision)]
  const roots = { base: comparison.base.root, revision: comparison.revision.root }
  for (const name of new Set([...from.keys(), ...to.keys()])) {
    const [one, other] = [from.get(name), to.get(name)]
    const its = { ...site, name, at: 'tags' }
    if (one && other)
      compareMembers(comparison, its, { base: one, revision: other }, [], {
        parent: 'tags-changed',
        kind: 'tags-changed',
      })
    else
      comparison.note(its, 'tags-changed', roots, {
        member: 'tags',
        ...(one ? { from: name } : { to: name }),
      })
  }
}

/** Paths without operations, and extensions of the list of paths. */
function compareEmptyPaths(comparison: Comparison, site: Site): void {
  for (const part of ['paths', 'webhooks']) {
    const empty = (contract: Contract) => {
      const all = asObject(contract.root[part])
      const isEmpty = (path: string) =>
        operationsOf(contract, { [path]: all[path] as JsonObject }).length === 0
      return Object.fromEntries(Object.entries(all).filter(([path]) => isEmpty(path)))
    }
    const [base, revision] = [empty(comparison.base), empty(comparison.revision)]
    if (canonical(base) !== canonical(revision))
      compareMembers(comparison, { ...site, at: part }, { base, revision }, [])
  }
}
