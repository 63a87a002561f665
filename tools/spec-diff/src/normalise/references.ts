import { createHash } from 'node:crypto'
import type { Contract } from '../load/contract.ts'
import { canonical, isObject, type Json, type JsonObject } from '../load/json.ts'

/** The reference that an object is, of either kind. */
export function refOf({ $ref, $dynamicRef }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref
  return typeof $dynamicRef === 'string' ? $dynamicRef : undefined
}

/** The target of a reference; undefined for a missing one. In data, an object may look like a reference. */
export function targetOf(contract: Contract, holder: JsonObject, ref: string): Json | undefined {
  try {
    return contract.follow(holder, ref)
  } catch {
    return undefined
  }
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

/** The most objects of a value with the targets in place of its references: references can multiply without end. */
const mostObjects = 1000

interface Expansion {
  contract: Contract
  /** Objects that may still be opened. Further targets are digests. */
  left: number
  /** The targets around the current value. */
  outer: Set<object>
}

/** A value with the targets in place of all references. A recursive reference ends with `again`. */
export function resolved(contract: Contract, value: Json): Json {
  return expanded({ contract, left: mostObjects, outer: new Set() }, value, '')
}

function expanded(expansion: Expansion, value: Json, key: string): Json {
  if (Array.isArray(value)) return value.map(item => expanded(expansion, item, ''))
  if (!isObject(value)) return value
  expansion.left -= 1
  const ref = refOf(value)
  const { $ref: _, $dynamicRef: __, ...own } = value
  // In one order, so that the same objects are opened in both documents.
  const names = Object.keys(ref === undefined ? value : own).sort()
  const members = names.map(name => {
    const member = value[name] as Json
    return [name, isData(name, key) ? member : expanded(expansion, member, name)]
  })
  if (ref === undefined) return Object.fromEntries(members)
  const target = expandedTarget(expansion, expansion.contract.follow(value, ref), key)
  return isObject(target) ? { ...target, ...Object.fromEntries(members) } : target
}

function expandedTarget(expansion: Expansion, target: Json, key: string): Json {
  const { outer, left, contract } = expansion
  if (!isObject(target)) return target
  if (outer.has(target)) return { again: true }
  if (left <= 0) return { digest: digestOf(contract, target) }
  outer.add(target)
  const value = expanded(expansion, target, key)
  outer.delete(target)
  return value
}

const digests = new WeakMap<object, string>()

/** The same text for targets with the same content, that of all targets behind them included. */
function digestOf(contract: Contract, target: JsonObject): string {
  const known = digests.get(target)
  if (known !== undefined) return known
  digests.set(target, 'again')
  const text = canonical(expanded({ contract, left: 0, outer: new Set() }, target, ''))
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  digests.set(target, digest)
  return digest
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
