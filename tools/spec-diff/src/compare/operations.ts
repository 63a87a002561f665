import type { Contract } from '../load/contract.ts'
import { defined, isObject, type Json, type JsonObject, matched, membersOf } from '../load/json.ts'
import { matchBy } from '../matching.ts'
import { dereferenced } from '../normalise/references.ts'
import { sunsetOf } from '../schemas/deprecation.ts'
import { type Both, turned } from '../schemas/difference.ts'
import { compareSecurity, compareServers } from './access.ts'
import { compareBodies, compareResponses } from './bodies-and-responses.ts'
import { compareMembers } from './members.ts'
import { compareParameters, parametersOf } from './parameters.ts'
import type { Site } from './site.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

export interface Operation {
  method: string
  path: string
  pathItem: JsonObject
  operation: JsonObject
}

/** The operations of `paths`, of `webhooks` or of a callback. */
export function operationsOf(contract: Contract, paths: Json | undefined): Operation[] {
  const items = [...membersOf(paths)].filter(([path]) => !path.startsWith('x-'))
  return items.flatMap(([path, item]) => {
    const pathItem = dereferenced(contract, item) ?? {}
    const listed = [...membersOf(pathItem)].filter(([method]) => methods.includes(method))
    const all = [...listed, ...membersOf(pathItem.additionalOperations)]
    return all.flatMap(([method, operation]) =>
      isObject(operation) ? [{ method: method.toUpperCase(), path, pathItem, operation }] : [],
    )
  })
}

/** The label of an operation in a report: `GET /api/v2/accounts`. */
export function labelOf({ method, path }: Operation): string {
  return `${method} ${path}`
}

/** The label without the names of path variables. */
function addressOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

/**
 * Compares the operations of `paths`, of `webhooks` or of a callback: those with the same method and path, in which the
 * names of variables do not count.
 *
 * @param prefix The text before each label, for webhooks and callbacks.
 * @param otherwise The rule for other members, such as a path without operations.
 */
export function comparePaths(site: Site, paths: Both, prefix = '', otherwise = 'unclassified'): void {
  const { base, revision } = site.documents
  const [from, to] = [operationsOf(base, paths.base), operationsOf(revision, paths.revision)]
  const siteOf = (each: Operation) => {
    const label = labelOf(each)
    const name = String(each.operation.operationId ?? label)
    return site.with({ operation: prefix + label, name, at: '' })
  }
  const { pairs, removed, added } = matchBy(from, to, labelOf, addressOf)
  for (const [before, after] of pairs) compareOperation(siteOf(after), before, after)
  for (const each of removed)
    siteOf(each).note('operation-removed', { base: each.operation }, sunsetOf(each.operation))
  for (const each of added) siteOf(each).note('operation-added', { revision: each.operation })
  compareMembers(site, paths, { without: [...from, ...to].map(({ path }) => path), otherwise })
}

/** Members of an operation with a comparison of their own. */
const compared = ['parameters', 'requestBody', 'responses', 'callbacks', 'security', 'servers']

const memberRules = {
  operationId: 'operation-id-changed',
  tags: 'tags-changed',
  'x-redoclyPagination': 'paging-changed',
}

function compareOperation(site: Site, from: Operation, to: Operation): void {
  const both = { base: from.operation, revision: to.operation }
  const { base, revision } = site.documents
  compareParameters(site, parametersOf(base, from), parametersOf(revision, to))
  compareBodies(site, both)
  compareResponses(site.with({ direction: turned(site.place.direction) }), both)
  // Those of the document are about the service, and not about the receivers of webhooks and callbacks.
  const roots = site.place.direction === 'request' ? site.roots : { base: {}, revision: {} }
  const securityOf = ({ operation }: Operation, root: JsonObject) => operation.security ?? root.security
  compareSecurity(site, securityOf(from, roots.base), securityOf(to, roots.revision))
  const serversOf = ({ operation, pathItem }: Operation, root: JsonObject) =>
    operation.servers ?? pathItem.servers ?? root.servers
  compareServers(site, serversOf(from, roots.base), serversOf(to, roots.revision))
  compareCallbacks(site, both)
  compareMembers(site, both, { without: compared, rules: memberRules })
  const pathItems = { base: from.pathItem, revision: to.pathItem }
  const without = [...methods, 'parameters', 'servers', 'additionalOperations']
  compareMembers(site.with({ at: 'path' }), pathItems, { without })
}

/** Compares the requests of callbacks. The service sends them, so their directions are turned. */
function compareCallbacks(site: Site, operations: Both): void {
  const [before, after] = [membersOf(operations.base.callbacks), membersOf(operations.revision.callbacks)]
  for (const [name, from, to] of matched(before, after)) {
    const details = { member: 'callbacks', key: 'callbacks', ...defined({ from, to }) }
    if (from === undefined || to === undefined) {
      site.note('unclassified', operations, details)
      continue
    }
    const requests = site.with({ name, at: 'callbacks', direction: turned(site.place.direction) })
    comparePaths(requests, site.both(from, to), `${site.place.operation} ${name} `)
  }
}
