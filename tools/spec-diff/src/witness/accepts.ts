import { canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import type { Conjunction, Form, Union } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { fits, typeOf } from '../normalise/types.ts'
import type { Direction } from '../rules/rule.ts'
import type { Carriage } from '../schemas/difference.ts'
import { isHidden } from '../schemas/difference.ts'
import { hasFormat } from './formats.ts'

/** One document's view of a message. */
export interface Side {
  normaliser: Normaliser
  direction: Direction
}

/** True for a valid value; undefined where only a whole validator can tell, such as for an `if`. */
type Validity = boolean | undefined

/** Checks a value, or a text that can be read as several values. */
export function accepts(
  side: Side,
  form: Form,
  value: Json,
  carrier: Carriage['carrier'] = 'body',
): Validity {
  if (carrier === 'body') return isValid(side, form, value)
  return any(readings(value).map(reading => isValid(side, form, reading)))
}

function all(checks: Iterable<Validity>): Validity {
  let result: Validity = true
  for (const check of checks) {
    if (check === false) return false
    if (check === undefined) result = undefined
  }
  return result
}

function any(checks: readonly Validity[]): Validity {
  if (checks.includes(true)) return true
  return checks.includes(undefined) ? undefined : false
}

function isValid(side: Side, form: Form, value: Json, depth = 0): Validity {
  if (form.isNever) return false
  return depth > 40 ? undefined : all(checksOf(side, form, value, depth))
}

function* checksOf(side: Side, form: Form, value: Json, depth: number): Generator<Validity> {
  yield isOfType(form, value)
  if (form.values && !form.isOpenEnum)
    yield value === null ? form.isNullable : form.values.has(canonical(value))
  if (typeof value === 'string') yield* textChecks(form, value)
  if (typeof value === 'number' || typeof value === 'bigint') yield* numberChecks(form, value)
  const isWithin = (schema: Conjunction, inner: Json) =>
    isValid(side, side.normaliser.form(schema), inner, depth + 1)
  if (Array.isArray(value)) yield* arrayChecks(form, value, isWithin)
  if (isObject(value)) yield* objectChecks(side, form, value, isWithin)
  for (const union of form.unions) yield fitsUnion(union, value, isWithin)
  if (form.negation) {
    const isExcluded = isWithin(form.negation, value)
    yield isExcluded === undefined ? undefined : !isExcluded
  }
  if (form.conditions.size > 0) yield undefined
}

type IsWithin = (schema: Conjunction, value: Json) => Validity

function isOfType({ types, isNullable }: Form, value: Json): boolean {
  if (!types) return true
  if (value === null) return isNullable
  const type = typeOf(value)
  return types.has(type) || (type === 'integer' && types.has('number'))
}

function* textChecks({ limits, patterns, formats }: Form, value: string): Generator<Validity> {
  yield* countChecks(limits, 'Length', [...value].length)
  for (const pattern of patterns) yield fits(pattern, value)
  for (const format of formats) yield hasFormat(value, format)
}

function* numberChecks(
  { lower, upper, multiples, formats }: Form,
  value: number | bigint,
): Generator<Validity> {
  if (lower) yield lower.exclusive ? value > lower.value : value >= lower.value
  if (upper) yield upper.exclusive ? value < upper.value : value <= upper.value
  for (const multiple of multiples) {
    const factor = Number(value) / Number(multiple)
    yield Math.abs(factor - Math.round(factor)) < 1e-9
  }
  for (const format of formats) yield hasFormat(value, format)
}

function* countChecks(limits: Form['limits'], end: string, count: number): Generator<Validity> {
  yield count >= (limits.get(`min${end}`) ?? 0)
  yield count <= (limits.get(`max${end}`) ?? Infinity)
}

function* arrayChecks(form: Form, value: Json[], isWithin: IsWithin): Generator<Validity> {
  yield* countChecks(form.limits, 'Items', value.length)
  if (form.hasUniqueItems) yield new Set(value.map(canonical)).size === value.length
  for (const [i, item] of value.entries()) {
    const schema = form.tuple[i] ?? form.items
    if (schema) yield isWithin(schema, item)
  }
}

function* objectChecks(side: Side, form: Form, value: JsonObject, isWithin: IsWithin): Generator<Validity> {
  yield* countChecks(form.limits, 'Properties', Object.keys(value).length)
  for (const name of form.required) {
    const schema = form.properties.get(name)
    const isSent = !schema || !isHidden(side.normaliser.form(schema), side.direction)
    yield Object.hasOwn(value, name) || !isSent
  }
  for (const [name, member] of Object.entries(value)) {
    const listed = form.properties.get(name)
    const named = [...form.namePatterns].filter(([pattern]) => fits(pattern, name) === true)
    if (listed) yield isWithin(listed, member)
    else if (named.length > 0) for (const [, schema] of named) yield isWithin(schema, member)
    else if (form.others !== undefined) yield form.others && isWithin(form.others, member)
  }
}

function fitsUnion({ kind, branches, hasNull }: Union, value: Json, isWithin: IsWithin): Validity {
  const checks = branches.map(branch => isWithin(branch, value))
  if (hasNull) checks.push(value === null)
  if (kind === 'anyOf') return any(checks)
  const count = checks.filter(check => check === true).length
  if (count > 1) return false
  return checks.includes(undefined) ? undefined : count === 1
}

/** The values that a text can stand for. */
function readings(value: Json): Json[] {
  if (value === null) return []
  if (isObject(value)) return [value]
  if (Array.isArray(value)) {
    const items = value.map(readings)
    if (items.some(item => item.length === 0)) return []
    const lists = [items.map(item => item[0] as Json), items.map(item => item.at(-1) as Json)]
    // A list of one looks like its item.
    return [...lists, ...(items.length === 1 ? (items[0] as Json[]) : [])]
  }
  const text = String(value)
  const scalars: Json[] = [text]
  if (/^-?\d+(\.\d+)?$/.test(text)) scalars.push(Number(text))
  if (text === 'true' || text === 'false') scalars.push(text === 'true')
  return [...scalars, ...scalars.map(scalar => [scalar])]
}
