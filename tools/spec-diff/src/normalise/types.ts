import { asArray, canonical, type Json } from '../load/json.ts'
import type { Flat } from './flatten.ts'
import { statedBy } from './keywords.ts'

export const allTypes = ['string', 'number', 'boolean', 'array', 'object']

/** The types that all parts of a schema admit together, without `null`. Undefined is any type. */
export interface Types {
  types?: Set<string>
  isNullable: boolean
  isNever: boolean
}

/** The types of a schema. A schema without types does not list null, which it admits with all other values. */
export function typesOf({ leaves, besideNull, hasNullBranch }: Flat, isOpenApi30: boolean): Types {
  let types: Set<string> | undefined
  let isNullable = true
  let isTyped = hasNullBranch
  let isAny = false
  for (const leaf of leaves) {
    if (leaf.type === undefined) continue
    const own = new Set([leaf.type].flat().map(String))
    const isNullListed = own.delete('null') || (isOpenApi30 && leaf.nullable === true)
    if (own.has('number')) own.delete('integer')
    // A number that is a multiple of a whole number is one.
    if (Number.isInteger(leaf.multipleOf) && own.delete('number')) own.add('integer')
    const admitsNull = isNullListed || besideNull.has(leaf)
    // A list of all types is the same as no list.
    if (admitsNull && allTypes.every(type => own.has(type))) {
      isAny = true
      continue
    }
    isTyped = true
    isNullable &&= admitsNull
    types = types ? intersection(types, own) : own
  }
  if (types) return { types, isNullable, isNever: types.size === 0 && !isNullable }
  const isOnlyNullable = isOpenApi30 && leaves.some(leaf => leaf.nullable === true)
  return { isNullable: !isAny && (isTyped || isOnlyNullable), isNever: false }
}

function intersection(first: ReadonlySet<string>, second: ReadonlySet<string>): Set<string> {
  const both = new Set([...first].filter(type => second.has(type)))
  if (hasType(first, 'integer') && hasType(second, 'integer') && !both.has('number')) both.add('integer')
  return both
}

/** True if a list of types has a type: every integer is a number. */
export function hasType(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'))
}

/** The values that all enums and constants admit together, by their canonical text. */
export function listedValues({ leaves, besideNull }: Flat): Map<string, Json> | undefined {
  let values: Map<string, Json> | undefined
  for (const leaf of leaves) {
    const constants = statedBy([leaf], 'const').map(value => [value])
    for (const list of [...statedBy([leaf], 'enum').map(asArray), ...constants]) {
      const all = besideNull.has(leaf) ? [...list, null] : list
      const own = new Map(all.map(value => [canonical(value), value]))
      values = values ? new Map([...values].filter(([text]) => own.has(text))) : own
    }
  }
  return values
}

/** The type of a value, as schemas name it. */
export function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' || typeof value === 'bigint')
    return Number.isInteger(Number(value)) ? 'integer' : 'number'
  return value === null ? 'null' : typeof value
}
