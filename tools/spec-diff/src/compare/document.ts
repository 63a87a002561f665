import type { Contract } from '../load/contract.ts'
import { asObject, matched } from '../load/json.ts'
import { exportedSchemas } from '../normalise/components.ts'
import { Normaliser } from '../normalise/normaliser.ts'
import { SchemaComparison } from '../schemas/comparison.ts'
import { compareSchemes } from './access.ts'
import { compareMembers } from './members.ts'
import { comparePaths, operationsOf } from './operations.ts'
import { type Documents, Site } from './site.ts'

/** All differences of two documents. */
export function compareDocuments(base: Contract, revision: Contract): Documents {
  const schemas = new SchemaComparison(new Normaliser(base), new Normaliser(revision))
  const documents: Documents = { base, revision, schemas, findings: [] }
  const name = 'the contract'
  const site = new Site(documents, { operation: '', name, at: '', direction: 'request', surface: 'wire' })
  const partsOf = (member: string) => site.both(base.root[member], revision.root[member])
  comparePaths(site.with({ at: 'paths' }), partsOf('paths'), '', 'comment-changed')
  const webhooks = site.with({ at: 'webhooks', direction: 'response' })
  comparePaths(webhooks, partsOf('webhooks'), 'webhook ', 'comment-changed')
  compareSchemes(site)
  compareComponents(site.with({ at: 'components', direction: 'response', surface: 'types' }))
  const facts = ['version', 'license', 'contact', 'termsOfService']
  compareMembers(site, partsOf('info'), {
    rules: Object.fromEntries(facts.map(fact => [fact, 'info-changed'])),
  })
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

/** Compares the schemas of the components by name, for importers of the types. Others are compared where they are used. */
function compareComponents(site: Site): void {
  const { base, revision } = site.documents
  for (const [name, from, to] of matched(exportedSchemas(base), exportedSchemas(revision))) {
    const component = site.with({ name })
    if (to === undefined) component.note('component-removed', { base: asObject(from) }, { from: name })
    else if (from === undefined) component.note('component-added', { revision: asObject(to) }, { to: name })
    else component.compareSchemas(from, to, { direction: 'response', carrier: 'body' })
  }
}
