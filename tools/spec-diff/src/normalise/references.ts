import { createHash } from 'node:crypto'
import type { Contract } from '../load/contract.ts'
import { canonical, isObject, type Json, type JsonObject } from '../load/json.ts'

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
  return contract.placeLike({ ...at, ...texts }, at)
}

const digests = new WeakMap<object, string>()

/**
 * The same text for the same value, whether its parts are in place or behind references. Each part is read once, so
 * references that multiply cost no more. A recursive part counts as `again`.
 *
 * @param key The key of the value in the object around it.
 */
export function digestOf(contract: Contract, value: Json | readonly Json[], key = ''): string {
  if (typeof value !== 'object' || value === null) return canonical(value)
  const known = digests.get(value)
  if (known !== undefined) return known
  digests.set(value, 'again')
  const ref = isObject(value) ? refOf(value) : undefined
  const parts = Object.entries(value)
    .filter(([name]) => ref === undefined || !['$ref', '$dynamicRef'].includes(name))
    .map(([name, part]) => `${name} ${isData(name, key) ? canonical(part) : digestOf(contract, part, name)}`)
  const target = ref === undefined ? [] : [digestOf(contract, contract.follow(value as JsonObject, ref), key)]
  const all = [Array.isArray(value) ? 'array' : 'object', ...target, ...parts.sort()]
  const digest =
    target.length === 1 && parts.length === 0
      ? (target[0] as string)
      : createHash('sha256').update(all.join('\n')).digest('base64')
  digests.set(value, digest)
  return digest
}

/** Definitions are among them, because they count where a reference leads to them. */
const data = /^(examples?|value|default|enum|const|\$defs|definitions|x-.*)$/
export const mapsOfSchemas = ['properties', 'patternProperties', 'dependentSchemas', '$defs']
const mapsOfNames = [...mapsOfSchemas, 'parameters', 'headers', 'responses']

/** True for a member that holds data, in which a `$ref` is no reference. Where the outer object has names, a key is one. */
export function isData(key: string, outer: string): boolean {
  return data.test(key) && !mapsOfNames.includes(outer)
}
