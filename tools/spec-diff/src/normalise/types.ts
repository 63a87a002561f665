import { asArray, canonical, type Json, type JsonObject } from '../load/json.ts'
import type { Flat } from './flatten.ts'

const allTypes = ['string', 'number', 'boolean', 'array', 'object']

/**
 * The types that all schemas admit together; `null` is told apart. A schema of any type does not say that it admits
 * null.
 */
export function typesOf(
  leaves: readonly JsonObject[],
  { besideNull, hasNullBranch }: Flat,
  isOpenApi30: boolean,
) {
  let types: Set<string> | undefined
  let isNullable = true
  let isTyped = hasNullBranch
  let isAny = false
  for (const leaf of leaves) {
    if (leaf.type === undefined) continue
    const said = new Set((Array.isArray(leaf.type) ? leaf.type : [leaf.type]).map(String))
    const isSaid = said.delete('null') || (isOpenApi30 && leaf.nullable === true)
    if (said.has('number')) said.delete('integer')
    const admitsNull = isSaid || besideNull.has(leaf)
    // All types are any type. In 3.0 no type admits null by itself.
    if (allTypes.every(type => said.has(type)) && admitsNull !== isOpenApi30) {
      isAny = true
      continue
    }
    isTyped = true
    isNullable &&= admitsNull
    types = types ? intersection(types, said) : said
  }
  if (isOpenApi30 && !isTyped) isNullable = leaves.some(leaf => leaf.nullable === true)
  if (isAny && !types) return { types, isNullable: false, isNever: false }
  const hasNull = isTyped ? isNullable : isOpenApi30 && isNullable
  return { types, isNullable: hasNull, isNever: types?.size === 0 && !hasNull }
}

function intersection(one: ReadonlySet<string>, other: ReadonlySet<string>): Set<string> {
  const both = new Set([...one].filter(type => other.has(type)))
  if ((one.has('number') && other.has('integer')) || (one.has('integer') && other.has('number')))
    both.add('integer')
  return both
}

/** The values that all enums and constants admit together, by their canonical text. */
export function valuesOf(leaves: readonly JsonObject[], { besideNull }: Flat): Map<string, Json> | undefined {
  let values: Map<string, Json> | undefined
  for (const leaf of leaves) {
    const lists = [
      ...(leaf.enum === undefined ? [] : [asArray(leaf.enum)]),
      ...('const' in leaf ? [[leaf.const as Json]] : []),
    ]
    for (const list of lists) {
      const all = besideNull.has(leaf) ? [...list, null] : list
      const said = new Map(all.map(value => [canonical(value), value]))
      values = values ? new Map([...values].filter(([text]) => said.has(text))) : said
    }
  }
  return values
}

/** The values that every other keyword admits, too: those of a listed type and within the limits. */
export function admittedValues(
  values: ReadonlyMap<string, Json>,
  types: ReadonlySet<string> | undefined,
  leaves: readonly JsonObject[],
): Map<string, Json> {
  const isAdmitted = (value: Json) => {
    if (value === null) return true
    const type = typeOf(value)
    const isOfType = !types || types.has(type) || (type === 'integer' && types.has('number'))
    return isOfType && leaves.every(leaf => isWithin(value, leaf))
  }
  return new Map([...values].filter(([, value]) => isAdmitted(value)))
}

/** The type of a value, as schemas name it. */
export function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' || typeof value === 'bigint')
    return Number.isInteger(Number(value)) ? 'integer' : 'number'
  return value === null ? 'null' : typeof value
}

function isWithin(value: Json, leaf: JsonObject): boolean {
  const { minLength = 0, maxLength = Infinity, pattern, minimum, maximum, multipleOf } = leaf
  if (typeof value === 'string') {
    const length = [...value].length
    const isLong = length >= Number(minLength) && length <= Number(maxLength)
    return isLong && (typeof pattern !== 'string' || matches(pattern, value))
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return true
  const { exclusiveMinimum: above, exclusiveMaximum: below } = leaf
  if (minimum !== undefined && (value < Number(minimum) || (above === true && value === minimum)))
    return false
  if (maximum !== undefined && (value > Number(maximum) || (below === true && value === maximum)))
    return false
  if (typeof above === 'number' && value <= above) return false
  if (typeof below === 'number' && value >= below) return false
  return typeof multipleOf !== 'number' || Number.isInteger(Number(value) / multipleOf)
}

/** True if a text fits a regular expression; undefined for an invalid one. */
export function fits(pattern: string, text: string): boolean | undefined {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}

/** The same, where every text fits an invalid expression. */
export function matches(pattern: string, text: string): boolean {
  return fits(pattern, text) ?? true
}
