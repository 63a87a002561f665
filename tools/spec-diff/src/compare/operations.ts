import type { Contract } from '../load/contract.ts'
import { asObject, canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import { compareSecurity, compareServers } from './access.ts'
import { compareBodies, compareResponses } from './bodies-and-responses.ts'
import { compareDeprecation, sunsetOf } from './deprecation.ts'
import { turned } from './difference.ts'
import { compareMembers } from './members.ts'
import { compareParameters, parametersOf } from './parameters.ts'
import { dereferenced, type Site } from './site.ts'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** An operation with what stands around it. */
export interface Operation {
  method: string
  path: string
  pathItem: JsonObject
  operation: JsonObject
}

/** The operations of `paths`, of `webhooks`, or of a callback. */
export function operationsOf(contract: Contract, paths: Json | undefined): Operation[] {
  return Object.entries(asObject(paths))
    .filter(([path]) => !path.startsWith('x-'))
    .flatMap(([path, item]) => {
      const pathItem = dereferenced(contract, item) ?? {}
      const further = Object.entries(asObject(pathItem.additionalOperations))
      const all = [...methods.map(method => [method, pathItem[method]] as const), ...further]
      return all.flatMap(([method, operation]) =>
        isObject(operation) ? [{ method: method.toUpperCase(), path, pathItem, operation }] : [],
      )
    })
}

/** The label of an operation in a report: `GET /api/v2/accounts`. */
export function labelOf({ method, path }: Operation): string {
  return `${method} ${path}`
}

/** The path of the operation, without the names of its path variables. */
function placeOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

/**
 * Compares operations, paired by path and method; one that is gone by its operationId.
 *
 * @param prefix What the labels begin with, for callbacks.
 */
export function compareOperations(
  site: Site,
  base: readonly Operation[],
  revision: readonly Operation[],
  prefix = '',
): void {
  const left = new Set(revision)
  const pairs: [Operation, Operation][] = []
  const match = (from: readonly Operation[], key: (each: Operation) => unknown): Operation[] => {
    const waiting = new Map([...left].reverse().map(each => [key(each), each]))
    return from.filter(one => {
      const other = key(one) === undefined ? undefined : waiting.get(key(one))
      if (!other || !left.delete(other)) return true
      pairs.push([one, other])
      return false
    })
  }
  let gone = match(base, labelOf)
  gone = match(gone, placeOf)
  gone = match(gone, ({ operation }) => operation.operationId)
  const its = (each: Operation) => site.with({ operation: prefix + labelOf(each), name: idOf(each), at: '' })
  const order = new Map(base.map((each, i) => [each, i]))
  for (const [one, other] of pairs.sort(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0)))
    compareOperation(its(other), one, other)
  for (const each of gone)
    its(each).note('operation-removed', { base: each.operation }, sunsetOf(each.operation))
  for (const each of left) its(each).note('operation-added', { revision: each.operation })
}

function idOf(each: Operation): string {
  return String(each.operation.operationId ?? labelOf(each))
}

const dealtWith = [
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

function compareOperation(site: Site, one: Operation, other: Operation): void {
  const both = { base: one.operation, revision: other.operation }
  if (placeOf(one) !== placeOf(other))
    site.note('operation-moved', both, { from: labelOf(one), to: labelOf(other) })
  for (const [member, rule] of [
    ['operationId', 'operation-id-changed'],
    ['x-redoclyPagination', 'paging-changed'],
  ] as const) {
    const [from, to] = [both.base[member] ?? null, both.revision[member] ?? null]
    if (canonical(from) !== canonical(to)) site.note(rule, both, { member, from, to })
  }
  const covered = compareDeprecation(site, both)
  const renamed = compareVariables(site, one, other)
  const parameters = [
    parametersOf(site.documents.base, one.pathItem, one.operation),
    parametersOf(site.documents.revision, other.pathItem, other.operation),
  ] as const
  compareParameters(site, ...parameters, renamed)
  compareBodies(site, both)
  compareResponses(site.with({ direction: turned(site.direction) }), both)
  compareSurroundings(site, one, other)
  compareCallbacks(site, both.base, both.revision)
  compareMembers(site, both, [...dealtWith, ...covered])
  const its = site.with({ at: 'path' })
  compareMembers(its, { base: one.pathItem, revision: other.pathItem }, [
    ...methods,
    'parameters',
    'servers',
    'additionalOperations',
  ])
}

/** Variables that stand where another stood: by place, old key to new. */
function compareVariables(site: Site, one: Operation, other: Operation): Map<string, string> {
  const names = ({ path }: Operation) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const [from, to] = [names(one), names(other)]
  const renamed = new Map<string, string>()
  if (placeOf(one) !== placeOf(other)) return renamed
  for (const [i, name] of from.entries()) {
    const now = to[i]
    if (now === undefined || now === name) continue
    renamed.set(`path ${name}`, `path ${now}`)
    const both = { base: one.operation, revision: other.operation }
    site.with({ name: now, at: 'path' }).note('path-variable-renamed', both, {
      from: name,
      to: now,
    })
  }
  return renamed
}

/** What the document, the path and the operation say, the nearest counting. */
function compareSurroundings(site: Site, one: Operation, other: Operation): void {
  const [base, revision] = [site.documents.base.root, site.documents.revision.root]
  const servers = (each: Operation, root: JsonObject) =>
    each.operation.servers ?? each.pathItem.servers ?? root.servers
  compareSecurity(
    site,
    one.operation.security ?? base.security,
    other.operation.security ?? revision.security,
  )
  compareServers(site, servers(one, base), servers(other, revision))
  const tags = (each: JsonObject) =>
    Array.isArray(each.tags) ? [...new Set(each.tags.map(String))].sort() : []
  const [from, to] = [tags(one.operation), tags(other.operation)]
  const both = { base: one.operation, revision: other.operation }
  if (canonical(from) !== canonical(to)) site.note('tags-changed', both, { member: 'tags', from, to })
}

/** A callback is a request that the service sends: its directions are turned. */
function compareCallbacks(site: Site, base: JsonObject, revision: JsonObject): void {
  const [from, to] = [asObject(base.callbacks), asObject(revision.callbacks)]
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [one, other] = [
      dereferenced(site.documents.base, from[name]),
      dereferenced(site.documents.revision, to[name]),
    ]
    const both = { base, revision }
    if (!other) site.note('callback-removed', both, { member: 'callbacks', from: name })
    else if (!one) site.note('callback-added', both, { member: 'callbacks', to: name })
    else {
      const operations = [
        operationsOf(site.documents.base, one),
        operationsOf(site.documents.revision, other),
      ] as const
      compareOperations(
        site.with({ direction: turned(site.direction) }),
        ...operations,
        `${site.place.operation} ${name} `,
      )
      const addresses = [...Object.keys(one), ...Object.keys(other)].filter(key => !key.startsWith('x-'))
      compareMembers(site.with({ name, at: 'callbacks' }), { base: one, revision: other }, addresses)
    }
  }
}
