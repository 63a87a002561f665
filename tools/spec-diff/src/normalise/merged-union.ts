import type { Contract } from '../load/contract.ts'
import { asArray, canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import { followed } from './flatten.ts'
import type { Union } from './form.ts'
import { concerns } from './keywords.ts'

const made = new WeakMap<JsonObject, Map<string, JsonObject | null>>()

/**
 * The union as one plain schema where that says the same: constants are an enum, schemas of different types a list of
 * types (their keywords do not concern each other). Nothing where it would say something else.
 */
export function merged(contract: Contract, union: Union): JsonObject | undefined {
  const known = made.get(union.holder) ?? new Map<string, JsonObject | null>()
  made.set(union.holder, known)
  const before = known.get(union.kind)
  if (before !== undefined) return before ?? undefined
  const branches = union.branches.map(([branch]) => (isObject(branch) ? followed(contract, branch) : branch))
  const simple = branches.every(isObject)
    ? (asEnum(branches as JsonObject[], union.kind) ?? asTypes(branches as JsonObject[], union.kind))
    : undefined
  if (simple) contract.placeLike(simple, union.holder)
  known.set(union.kind, simple ?? null)
  return simple
}

const texts = new Set(['title', 'description'])

function asEnum(branches: readonly JsonObject[], kind: Union['kind']): JsonObject | undefined {
  const isConstant = (branch: JsonObject) =>
    ('const' in branch || 'enum' in branch) &&
    Object.keys(branch).every(key => ['const', 'enum', 'type'].includes(key) || texts.has(key))
  if (!branches.every(isConstant)) return undefined
  const all = branches.flatMap(branch => ('const' in branch ? [branch.const as Json] : asArray(branch.enum)))
  const count = new Map<string, number>()
  for (const value of all) count.set(canonical(value), (count.get(canonical(value)) ?? 0) + 1)
  // A value of two branches of a `oneOf` is not valid.
  const values = kind === 'oneOf' ? all.filter(value => count.get(canonical(value)) === 1) : all
  const types = branches.flatMap(branch => (branch.type === undefined ? [] : [branch.type].flat()))
  const told = branches.filter(branch => branch.title !== undefined || branch.description !== undefined)
  return {
    enum: values,
    ...(types.length >= branches.length ? { type: [...new Set(types)] } : {}),
    ...(told.length > 0
      ? {
          'x-told-of-values': told.map(({ title, description, ...value }) => [
            value,
            title ?? '',
            description ?? '',
          ]),
        }
      : {}),
  }
}

function asTypes(all: readonly JsonObject[], kind: Union['kind']): JsonObject | undefined {
  const isAnyNumber = kind === 'anyOf' && all.some(branch => canonical(branch) === '{"type":"number"}')
  const branches = isAnyNumber ? all.filter(branch => branch.type !== 'integer') : all
  const types = branches.map(branch => branch.type)
  if (!types.every(type => typeof type === 'string') || new Set(types).size < types.length) return undefined
  if (types.includes('integer') && types.includes('number')) return undefined
  const isPlain = (branch: JsonObject) => {
    const keys = Object.keys(branch).filter(key => key !== 'type')
    return keys.every(key => concerns(key, branch.type as string))
  }
  if (!branches.every(isPlain)) return undefined
  return Object.assign({}, ...branches, { type: types })
}
