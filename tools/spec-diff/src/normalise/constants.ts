import type { Contract } from '../load/contract.ts'
import { asArray, canonical, type Json, type JsonObject } from '../load/json.ts'
import { hasOnly, isAnnotation } from './keywords.ts'

/** True for a schema that lists its values, without another condition. */
export function isEnum(schema: JsonObject): boolean {
  return ('const' in schema || 'enum' in schema) && hasOnly(schema, ['const', 'enum', 'type'])
}

const known = new WeakMap<JsonObject, Map<string, JsonObject>>()

/** The enum that means the same as branches of a union with listed values. The same object each time. */
export function asEnum(
  contract: Contract,
  holder: JsonObject,
  kind: 'oneOf' | 'anyOf',
  branches: readonly JsonObject[],
): JsonObject {
  const made = known.get(holder) ?? new Map<string, JsonObject>()
  known.set(holder, made)
  const plain = made.get(kind) ?? enumOf(kind, branches)
  made.set(kind, plain)
  contract.placeLike(plain, holder)
  return plain
}

function enumOf(kind: 'oneOf' | 'anyOf', branches: readonly JsonObject[]): JsonObject {
  const all = branches.flatMap(branch => ('const' in branch ? [branch.const as Json] : asArray(branch.enum)))
  const byText = Map.groupBy(all, canonical)
  // A value of two branches of a `oneOf` is not valid.
  const values = kind === 'oneOf' ? all.filter(value => byText.get(canonical(value))?.length === 1) : all
  const types = branches.flatMap(branch => (branch.type === undefined ? [] : [branch.type].flat()))
  const described = branches.filter(branch => Object.keys(branch).some(isAnnotation))
  return {
    enum: values,
    ...(types.length >= branches.length ? { type: [...new Set(types)] } : {}),
    ...(described.length > 0 ? { 'x-descriptions-of-values': described } : {}),
  }
}
