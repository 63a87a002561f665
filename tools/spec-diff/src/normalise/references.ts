import type { Contract } from '../load/contract.ts'
import { isObject, type Json, type JsonObject } from '../load/json.ts'

/** The reference that an object is, of either kind. */
export function refOf({ $ref, $dynamicRef }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref
  return typeof $dynamicRef === 'string' ? $dynamicRef : undefined
}

/** An object of the document, references followed. Texts beside a reference replace those of its target. */
export function dereferenced(contract: Contract, value: Json | undefined): JsonObject | undefined {
  let at = value
  let texts: JsonObject = {}
  for (let steps = 0; isObject(at) && steps < 50; steps += 1) {
    const ref = refOf(at)
    if (ref === undefined) break
    const { $ref: _, $dynamicRef: __, ...beside } = at
    texts = { ...beside, ...texts }
    at = contract.follow(at, ref)
  }
  if (!isObject(at)) return undefined
  if (Object.keys(texts).length === 0) return at
  const overridden = { ...at, ...texts }
  contract.placeLike(overridden, at)
  return overridden
}

/** A value with the targets in place of all references. A recursive reference ends with `again`. */
export function resolved(
  contract: Contract,
  value: Json,
  outer: ReadonlySet<object> = new Set(),
  key = '',
): Json {
  if (Array.isArray(value)) return value.map(item => resolved(contract, item, outer))
  if (!isObject(value)) return value
  const ref = refOf(value)
  if (ref === undefined) {
    const members = Object.entries(value).map(([name, inner]) => [
      name,
      isData(name, key) ? inner : resolved(contract, inner, outer, name),
    ])
    return Object.fromEntries(members)
  }
  const target = contract.follow(value, ref)
  if (!isObject(target)) return target
  if (outer.has(target)) return { again: true }
  const { $ref: _, $dynamicRef: __, ...siblings } = value
  return {
    ...(resolved(contract, target, new Set([...outer, target]), key) as JsonObject),
    ...(resolved(contract, siblings, outer, key) as JsonObject),
  }
}

const dataKeys = ['example', 'examples', 'value', 'default', 'enum', 'const']
const mapsOfNames = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'parameters',
  'headers',
  'responses',
]

/** True for a member that holds data, in which a `$ref` is no reference. Where the outer object has names, a key is one. */
export function isData(key: string, outer: string): boolean {
  return dataKeys.includes(key) && !mapsOfNames.includes(outer)
}
