import type { Contract } from '../load/contract.ts'
import { asArray, canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import type { Union } from './form.ts'
import { concerns, hasOnly, isAnnotation } from './keywords.ts'
import { refOf } from './references.ts'

type Kind = Union['kind']

/** A union of a schema: nested unions of the same kind opened, enums as one, `null` and repetitions left out. */
export function unionOf(contract: Contract, holder: JsonObject, kind: Kind): Union {
  const branches: Json[] = []
  let hasNull = false
  const add = (branch: Json, depth: number): void => {
    const target = followed(contract, branch)
    if (isObject(target) && isNullOnly(target)) hasNull = true
    else if (isObject(target) && depth < 8 && isNothingBut(target, kind))
      for (const each of asArray(target[kind])) add(each, depth + 1)
    else if (!branches.includes(branch)) branches.push(branch)
  }
  for (const branch of asArray(holder[kind])) add(branch, 0)
  // Any value fits a branch that says nothing.
  if (kind === 'anyOf' && branches.some(isAny)) return { kind, branches: [], holder, hasNull: false }
  const enums = branches.filter(branch => isEnum(followed(contract, branch)))
  const others = branches.filter(branch => !enums.includes(branch))
  const merged = enums.length < 2 ? branches : [enumOf(contract, holder, kind, enums), ...others]
  return { kind, branches: merged.map(branch => [branch]), holder, hasNull }
}

/** The schema behind a reference, however many lie between. A reference with siblings is a schema of its own. */
function followed(contract: Contract, schema: Json): Json {
  let at = schema
  for (let steps = 0; steps < 50 && isObject(at); steps += 1) {
    const ref = refOf(at)
    if (ref === undefined || Object.keys(at).some(key => !ignorable.has(key))) return at
    at = contract.follow(at, ref)
  }
  return at
}

const texts: ReadonlySet<string> = new Set(['description', 'summary', 'title'])
const ignorable = new Set(['$ref', ...texts])

function isAny(schema: Json): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).every(key => texts.has(key)))
}

function isNullOnly(schema: JsonObject): boolean {
  const { type, const: only, enum: values } = schema
  if (type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null')) return true
  return only === null || (Array.isArray(values) && values.length === 1 && values[0] === null)
}

function isNothingBut(schema: JsonObject, kind: Kind): boolean {
  return Array.isArray(schema[kind]) && Object.keys(schema).every(key => key === kind || ignorable.has(key))
}

/** True for a schema that lists its values, without another condition. */
function isEnum(schema: Json): boolean {
  const isListed = isObject(schema) && ('const' in schema || 'enum' in schema)
  return isListed && hasOnly(schema, ['const', 'enum', 'type'])
}

/** The enum that means the same as branches with listed values. */
function enumOf(contract: Contract, holder: JsonObject, kind: Kind, schemas: readonly Json[]): JsonObject {
  return contract.madeOnce(holder, `enum of ${kind}`, () => {
    const branches = schemas.map(schema => followed(contract, schema) as JsonObject)
    const all = branches.flatMap(branch =>
      'const' in branch ? [branch.const as Json] : asArray(branch.enum),
    )
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
  })
}

/** A union of schemas of different types as one schema: the keywords about one type have no effect on the others. */
export function asTypes(contract: Contract, { kind, branches }: Union): JsonObject | undefined {
  const schemas = branches.map(([branch]) => followed(contract, branch as Json))
  if (!schemas.every(isObject)) return undefined
  const hasAnyNumber = kind === 'anyOf' && schemas.some(schema => canonical(schema) === '{"type":"number"}')
  const distinct = hasAnyNumber ? schemas.filter(({ type }) => type !== 'integer') : schemas
  const types = distinct.map(({ type }) => type)
  const areDifferent = types.every(type => typeof type === 'string') && new Set(types).size === types.length
  if (!areDifferent || (types.includes('integer') && types.includes('number'))) return undefined
  const isPlain = ({ type, ...others }: JsonObject) =>
    Object.keys(others).every(keyword => concerns(keyword, type as string))
  return distinct.every(isPlain) ? Object.assign({}, ...distinct, { type: types }) : undefined
}

/** A schema of several types for one of them: as a branch of a union that {@link asTypes} makes one schema of. */
export function ofType(contract: Contract, leaf: JsonObject, type: string): JsonObject {
  return contract.madeOnce(leaf, type, () => {
    const kept = Object.entries(leaf).filter(([keyword]) => keyword === 'format' || concerns(keyword, type))
    return { ...Object.fromEntries(kept), type }
  })
}
