import type { Contract } from '../load/contract.ts'
import { asArray, type JsonObject } from '../load/json.ts'
import { flatten } from './flatten.ts'
import type { Union } from './form.ts'

const made = new WeakMap<JsonObject, JsonObject | null>()
const openEnums = new WeakSet<JsonObject>()

/**
 * The enum that a union leaves open: `anyOf` listed strings, and any string. It admits every string, so its listed
 * values only inform readers. Nothing for another union.
 */
export function openEnum(contract: Contract, { kind, branches, holder }: Union): JsonObject | undefined {
  if (kind !== 'anyOf') return undefined
  const known = made.get(holder)
  if (known !== undefined) return known ?? undefined
  const all = branches.map(([branch]) => flatten(contract, [branch ?? {}]).leaves)
  const isAnyText = (leaves: readonly JsonObject[]) =>
    leaves.length === 1 && leaves[0]?.type === 'string' && Object.keys(leaves[0]).every(key => texts.has(key))
  const [listed, ...others] = all.filter(leaves => !isAnyText(leaves))
  const isOpen =
    branches.length === 2 &&
    listed !== undefined &&
    others.length === 0 &&
    listed.some(leaf => 'enum' in leaf) &&
    listed.every(isListed)
  const simple = isOpen ? Object.assign({ type: 'string' }, ...[...listed].reverse()) : undefined
  if (simple) {
    contract.placeLike(simple, listed?.find(leaf => 'enum' in leaf) ?? holder)
    openEnums.add(simple)
  }
  made.set(holder, simple ?? null)
  return simple
}

/** True for a schema that {@link openEnum} returned. */
export function isOpenEnum(leaf: JsonObject): boolean {
  return openEnums.has(leaf)
}

const texts = new Set(['type', 'title', 'description'])

/** True for listed strings, and for texts beside a reference to them. */
function isListed(leaf: JsonObject): boolean {
  const isKnown = (key: string) =>
    ['$ref', 'enum', 'type', 'title', 'description'].includes(key) || key.startsWith('x-')
  const { type = 'string', enum: values } = leaf
  const isText = type === 'string' && asArray(values).every(value => typeof value === 'string')
  return isText && Object.keys(leaf).every(isKnown)
}
