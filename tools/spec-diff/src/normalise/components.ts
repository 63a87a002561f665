import type { Contract } from '../load/contract.ts'
import { asObject, isObject, type Json, type JsonObject } from '../load/json.ts'
import { componentName } from './names.ts'
import { isData, refOf } from './references.ts'

/** Kinds of components that generated types show. */
export const typedKinds = ['schemas', 'parameters', 'headers', 'responses', 'requestBodies'] as const
export type TypedKind = (typeof typedKinds)[number]

/** The components that generated types export by name, and all referenced ones. */
export interface Components {
  typed: Record<TypedKind, Map<string, Json>>
  referred: ReadonlySet<Json>
}

const maps: Record<string, TypedKind> = {
  properties: 'schemas',
  patternProperties: 'schemas',
  dependentSchemas: 'schemas',
  $defs: 'schemas',
  allOf: 'schemas',
  oneOf: 'schemas',
  anyOf: 'schemas',
  prefixItems: 'schemas',
  parameters: 'parameters',
  headers: 'headers',
  responses: 'responses',
}

const single: Record<string, TypedKind> = {
  schema: 'schemas',
  items: 'schemas',
  additionalProperties: 'schemas',
  not: 'schemas',
  requestBody: 'requestBodies',
}

/** The components of a document: its own, and those that bundling would make of references to other files. */
export function componentsOf(contract: Contract): Components {
  const own = asObject(contract.root.components)
  const typed = Object.fromEntries(
    typedKinds.map(kind => [kind, new Map(Object.entries(asObject(own[kind])))]),
  ) as Components['typed']
  const referred = new Set<Json>()
  const seen = new Set<object>()
  const visit = (value: Json, key: string, outer: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const ref = isObject(value) ? refOf(value) : undefined
    if (ref !== undefined && !isData(key, outer)) {
      const target = followedQuietly(contract, value as JsonObject, ref)
      if (target !== undefined) {
        referred.add(target)
        const kind = maps[outer] ?? single[key]
        const name = kind && componentName(contract, value as JsonObject, ref)
        if (kind && name !== undefined && !typed[kind].has(name)) typed[kind].set(name, target)
        visit(target, key, outer)
      }
    }
    for (const [each, inner] of Object.entries(value)) visit(inner, each, key)
  }
  visit(contract.root, '', '')
  return { typed, referred }
}

/** Example values may contain an object that only looks like a reference. */
function followedQuietly(contract: Contract, holder: JsonObject, ref: string): Json | undefined {
  try {
    return contract.follow(holder, ref)
  } catch {
    return undefined
  }
}
