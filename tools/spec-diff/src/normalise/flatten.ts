import type { Contract } from '../load/contract.ts'
import { asArray, isObject, type Json, type JsonObject } from '../load/json.ts'
import { asEnum, isEnum } from './constants.ts'
import { componentName } from './names.ts'
import { refOf } from './references.ts'

/** A schema taken apart: the objects that hold together, outermost first. */
export interface Flat {
  leaves: JsonObject[]
  /** `false` is among them. */
  isNever: boolean
  /** The schemas that stand beside a `null` branch in a union: what they say does not exclude null. */
  besideNull: Set<JsonObject>
  /** Some union has a branch that is `null` and nothing else. */
  hasNullBranch: boolean
  component?: string
}

/**
 * Follows references, opens `allOf` and unions of one, and sets the `null` branch of a union apart. A 3.0 reference
 * takes only texts from its siblings; the others are kept as an annotation, so that their changes are reported.
 */
export function flatten(contract: Contract, parts: readonly Json[]): Flat {
  const flat: Flat = { leaves: [], isNever: false, hasNullBranch: false, besideNull: new Set() }
  const seen = new Set<object>()
  const add = (leaf: JsonObject, isBesideNull: boolean) => {
    flat.leaves.push(leaf)
    if (isBesideNull) flat.besideNull.add(leaf)
  }
  const open = (part: Json, isWhole: boolean, isBesideNull = false): void => {
    if (part === false) flat.isNever = true
    if (!isObject(part) || seen.has(part)) return
    seen.add(part)
    const ref = refOf(part)
    if (ref === undefined) add(part, isBesideNull)
    else {
      const siblings = besideRef(contract, part)
      if (siblings) add(siblings, isBesideNull)
      if (isWhole && flat.component === undefined) {
        const name = componentName(contract, part, ref)
        if (name !== undefined) flat.component = name
      }
      open(contract.follow(part, ref), isWhole, isBesideNull)
      if (contract.isOpenApi30) return
    }
    const members = asArray(part.allOf)
    for (const each of members) open(each, isWhole && members.length === 1, isBesideNull)
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const { branches, hasNull } = branchesOf(contract, part, kind)
      if (hasNull) flat.hasNullBranch = true
      if (hasNull && branches.length === 0) add(onlyNull, false)
      if (branches.length === 1) open(branches[0] as Json, isWhole, isBesideNull || hasNull)
    }
  }
  for (const part of parts) open(part, true)
  return flat
}

/** The branches of a union: nested unions of the same kind opened, enums as one, `null` and repetitions left out. */
export function branchesOf(contract: Contract, holder: JsonObject, kind: 'oneOf' | 'anyOf') {
  const branches: Json[] = []
  let hasNull = false
  const add = (branch: Json, depth: number): void => {
    const target = isObject(branch) ? followed(contract, branch) : branch
    if (isObject(target) && isNullOnly(target)) hasNull = true
    else if (isObject(target) && depth < 8 && isNothingBut(target, kind))
      for (const each of asArray(target[kind])) add(each, depth + 1)
    else if (!branches.includes(branch)) branches.push(branch)
  }
  for (const branch of asArray(holder[kind])) add(branch, 0)
  // Any value fits a branch that says nothing.
  const isAny = (branch: Json) =>
    branch === true || (isObject(branch) && Object.keys(branch).every(key => texts.has(key)))
  if (kind === 'anyOf' && branches.some(isAny)) return { branches: [], hasNull: false }
  const schemas = branches.map(branch => (isObject(branch) ? followed(contract, branch) : branch))
  const enums = schemas.filter(isObject).filter(isEnum)
  if (enums.length < 2) return { branches, hasNull }
  const others = branches.filter((_, i) => !enums.includes(schemas[i] as JsonObject))
  return { branches: [asEnum(contract, holder, kind, enums), ...others], hasNull }
}

/** The schema behind a reference, however many lie between. A reference with siblings is a schema of its own. */
export function followed(contract: Contract, schema: JsonObject): Json {
  let at: Json = schema
  for (let steps = 0; steps < 50 && isObject(at); steps += 1) {
    const ref = refOf(at)
    if (ref === undefined || Object.keys(at).some(key => !ignorable.has(key))) return at
    at = contract.follow(at, ref)
  }
  return at
}

const texts: ReadonlySet<string> = new Set(['description', 'summary', 'title'])
const ignorable = new Set(['$ref', ...texts])

function isNullOnly(schema: JsonObject): boolean {
  const { type, const: only, enum: values } = schema
  if (type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null')) return true
  return only === null || (Array.isArray(values) && values.length === 1 && values[0] === null)
}

function isNothingBut(schema: JsonObject, kind: string): boolean {
  return Array.isArray(schema[kind]) && Object.keys(schema).every(key => key === kind || ignorable.has(key))
}

const onlyNull: JsonObject = { type: 'null' }

const siblingsMade = new WeakMap<JsonObject, JsonObject | null>()

function besideRef(contract: Contract, schema: JsonObject): JsonObject | undefined {
  const known = siblingsMade.get(schema)
  if (known !== undefined) return known ?? undefined
  const { $ref: _, $dynamicRef: __, ...rest } = schema
  let made: JsonObject | null = Object.keys(rest).length > 0 ? rest : null
  if (made && contract.isOpenApi30) {
    const { description, summary, ...ignored } = made
    made = {}
    if (description !== undefined) made.description = description
    if (summary !== undefined) made.summary = summary
    if (Object.keys(ignored).length > 0) made['beside $ref'] = ignored
  }
  if (made) contract.placeLike(made, schema)
  siblingsMade.set(schema, made)
  return made ?? undefined
}
