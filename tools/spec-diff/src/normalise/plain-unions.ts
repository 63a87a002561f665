import type { Contract } from '../load/contract.ts'
import { asArray, canonical, isObject, type JsonObject } from '../load/json.ts'
import { flatten, followed } from './flatten.ts'
import type { Union } from './form.ts'
import { concerns, hasOnly } from './keywords.ts'

const known = new WeakMap<JsonObject, Map<string, JsonObject | undefined>>()
const openEnums = new WeakSet<JsonObject>()

/**
 * The schema without a union that means the same: a list of types for a union of types. An open enum (`anyOf` listed
 * strings and any string) becomes its enum, and {@link isOpenEnum} knows it.
 */
export function withoutUnion(contract: Contract, union: Union): JsonObject | undefined {
  const made = known.get(union.holder) ?? new Map<string, JsonObject | undefined>()
  known.set(union.holder, made)
  if (made.has(union.kind)) return made.get(union.kind)
  const branches = union.branches.map(([branch]) => (isObject(branch) ? followed(contract, branch) : branch))
  const plain =
    openEnum(contract, union) ?? (branches.every(isObject) ? asTypes(branches, union.kind) : undefined)
  if (plain) contract.placeLike(plain, union.holder)
  made.set(union.kind, plain)
  return plain
}

/** True for the schema of an open enum. */
export function isOpenEnum(leaf: JsonObject): boolean {
  return openEnums.has(leaf)
}

function openEnum(contract: Contract, { kind, branches }: Union): JsonObject | undefined {
  if (kind !== 'anyOf' || branches.length !== 2) return undefined
  const all = branches.map(([branch]) => flatten(contract, [branch ?? {}]).leaves)
  const isAnyText = (leaves: readonly JsonObject[]) =>
    leaves.length === 1 && leaves[0]?.type === 'string' && hasOnly(leaves[0], ['type'])
  const [listed, ...others] = all.filter(leaves => !isAnyText(leaves))
  if (!listed || others.length > 0 || !listed.every(isListed) || !listed.some(leaf => 'enum' in leaf))
    return undefined
  const plain: JsonObject = Object.assign({ type: 'string' }, ...[...listed].reverse())
  openEnums.add(plain)
  return plain
}

/** True for listed strings, and for texts beside a reference to them. */
function isListed(leaf: JsonObject): boolean {
  const { type = 'string', enum: values } = leaf
  const isText = type === 'string' && asArray(values).every(value => typeof value === 'string')
  return isText && hasOnly(leaf, ['$ref', 'enum', 'type'])
}

/** Schemas of different types as one: the keywords about one type have no effect on the others. */
function asTypes(all: readonly JsonObject[], kind: Union['kind']): JsonObject | undefined {
  const hasAnyNumber = kind === 'anyOf' && all.some(branch => canonical(branch) === '{"type":"number"}')
  const branches = hasAnyNumber ? all.filter(branch => branch.type !== 'integer') : all
  const types = branches.map(branch => branch.type)
  const areDifferent = types.every(type => typeof type === 'string') && new Set(types).size === types.length
  if (!areDifferent || (types.includes('integer') && types.includes('number'))) return undefined
  const isPlain = ({ type, ...others }: JsonObject) =>
    Object.keys(others).every(keyword => concerns(keyword, type as string))
  return branches.every(isPlain) ? Object.assign({}, ...branches, { type: types }) : undefined
}

/** A schema of several types for one of them: as a branch of a union that {@link asTypes} makes one schema of. */
export function ofType(contract: Contract, leaf: JsonObject, type: string): JsonObject {
  const kept = Object.entries(leaf).filter(([keyword]) => keyword === 'format' || concerns(keyword, type))
  const made = { ...Object.fromEntries(kept), type }
  contract.placeLike(made, leaf)
  return made
}
