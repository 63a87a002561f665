import type { Contract } from '../load/contract.ts'
import { canonical, defined, isObject, type Json, type JsonObject, matched, membersOf } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import { sunsetOf } from '../schemas/deprecation.ts'
import { type Both, turned } from '../schemas/difference.ts'
import { compareSecurity } from './access.ts'
import { compareBodies, compareResponses } from './bodies-and-responses.ts'
import { compareMembers } from './members.ts'
import { compareParameters, parametersOf } from './parameters.ts'
import { compareServers } from './servers.ts'
import type { Site } from './site.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** An operation with its path item. */
export interface Operation {
  method: string
  path: string
  pathItem: JsonObject
  operation: JsonObject
}

/** The operations of `paths` or of `webhooks`. */
export function operationsOf(contract: Contract, paths: Json | undefined): Operation[] {
  return [...membersOf(paths)]
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => {
      const pathItem = dereferenced(contract, item) ?? {}
      const additional = [...membersOf(pathItem.additionalOperations)]
      const all = [...methods.map(method => [method, pathItem[method]] as const), ...additional]
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
 * Compares operations.
 *
 * @param prefix The text before each label, for webhooks.
 */
export function compareOperations(
  site: Site,
  base: readonly Operation[],
  revision: readonly Operation[],
  prefix = '',
): void {
  const siteOf = (operation: Operation) => {
    const label = labelOf(operation)
    return site.with({
      operation: prefix + label,
      name: String(operation.operation.operationId ?? label),
      at: '',
    })
  }
  const partners = matchOperations(base, revision)
  for (const from of base) {
    const to = partners.get(from)
    if (to) compareOperation(siteOf(to), from, to)
    else siteOf(from).note('operation-removed', { base: from.operation }, sunsetOf(from.operation))
  }
  const known = new Set(partners.values())
  for (const to of revision)
    if (!known.has(to)) siteOf(to).note('operation-added', { revision: to.operation })
}

/** The new form of each operation: the same method and path, or else the same operationId. */
function matchOperations(
  base: readonly Operation[],
  revision: readonly Operation[],
): ReadonlyMap<Operation, Operation> {
  const partners = new Map<Operation, Operation>()
  const added = new Set(revision)
  for (const keyOf of [labelOf, addressOf, ({ operation }: Operation) => operation.operationId]) {
    const waiting = Map.groupBy(added, keyOf)
    for (const from of base) {
      const key = keyOf(from)
      const to = key === undefined || partners.has(from) ? undefined : waiting.get(key)?.[0]
      if (to && added.delete(to)) partners.set(from, to)
    }
  }
  return partners
}

/** Members of an operation with a comparison of their own. */
const compared = [
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'security',
  'servers',
  'tags',
  'x-redoclyPagination',
]

function compareOperation(site: Site, from: Operation, to: Operation): void {
  const both = { base: from.operation, revision: to.operation }
  if (addressOf(from) !== addressOf(to))
    site.note('operation-moved', both, { from: labelOf(from), to: labelOf(to) })
  compareMember(site, both, 'operationId', 'operation-id-changed')
  compareMember(site, both, 'x-redoclyPagination', 'paging-changed')
  const { base, revision } = site.documents
  compareParameters(
    site,
    parametersOf(base, from.pathItem, from.operation),
    parametersOf(revision, to.pathItem, to.operation),
    compareVariables(site, from, to),
  )
  compareBodies(site, both)
  compareResponses(site.with({ direction: turned(site.direction) }), both)
  compareSecurity(site, securityOf(site, 'base', from), securityOf(site, 'revision', to))
  compareServers(site, serversOf(site, 'base', from), serversOf(site, 'revision', to))
  compareTags(site, both)
  compareCallbacks(site, both)
  compareMembers(site, both, { without: compared })
  compareMembers(
    site.with({ at: 'path' }),
    { base: from.pathItem, revision: to.pathItem },
    { without: [...methods, 'parameters', 'servers', 'additionalOperations'] },
  )
}

function securityOf(site: Site, side: keyof Both, { operation }: Operation): Json | undefined {
  return operation.security ?? inherited(site, side).security
}

function serversOf(site: Site, side: keyof Both, { operation, pathItem }: Operation): Json | undefined {
  return operation.servers ?? pathItem.servers ?? inherited(site, side).servers
}

/** The document's own members. They are about the service, which sends webhooks and callbacks to others. */
function inherited({ direction, roots }: Site, side: keyof Both): JsonObject {
  return direction === 'request' ? roots[side] : {}
}

function compareMember(site: Site, both: Both, member: string, rule: string): void {
  const [from, to] = [both.base[member] ?? null, both.revision[member] ?? null]
  if (canonical(from) !== canonical(to)) site.note(rule, both, { member, from, to })
}

function compareTags(site: Site, both: Both): void {
  const tagsOf = ({ tags }: JsonObject) => (Array.isArray(tags) ? [...new Set(tags.map(String))].sort() : [])
  const [from, to] = [tagsOf(both.base), tagsOf(both.revision)]
  if (from.join() !== to.join()) site.note('tags-changed', both, { member: 'tags', from, to })
}

/** Compares the requests of callbacks. The service sends them, so their directions are turned. */
function compareCallbacks(site: Site, operations: Both): void {
  const { base, revision } = site.documents
  const [before, after] = [membersOf(operations.base.callbacks), membersOf(operations.revision.callbacks)]
  for (const [name, from, to] of matched(before, after)) {
    const both = site.both(from, to)
    const requests = [operationsOf(base, both.base), operationsOf(revision, both.revision)] as const
    if (from === undefined || to === undefined)
      site.note('unclassified', operations, {
        member: 'callbacks',
        key: 'callbacks',
        ...defined({ from, to }),
      })
    else {
      const callbackSite = site.with({ direction: turned(site.direction) })
      compareOperations(callbackSite, ...requests, `${site.place.operation} ${name} `)
      const without = requests.flat().map(({ path }) => path)
      compareMembers(site.with({ name, at: 'callbacks' }), both, { without })
    }
  }
}

/** Compares the names of path variables by position. Returns the renamed ones: old key of the parameter to new key. */
function compareVariables(site: Site, from: Operation, to: Operation): Map<string, string> {
  const renamed = new Map<string, string>()
  if (addressOf(from) !== addressOf(to)) return renamed
  const namesOf = ({ path }: Operation) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const newNames = namesOf(to)
  for (const [i, name] of namesOf(from).entries()) {
    const newName = newNames[i]
    if (newName === undefined || newName === name) continue
    renamed.set(`path ${name}`, `path ${newName}`)
    const both = { base: from.operation, revision: to.operation }
    site.with({ name: newName, at: 'path' }).note('path-variable-renamed', both, { from: name, to: newName })
  }
  return renamed
}
