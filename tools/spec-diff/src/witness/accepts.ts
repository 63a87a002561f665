import { canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import type { Conjunction, Form, Union } from '../normalise/form.ts'
import { structureConditions } from '../normalise/keywords.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { limitChecks, scalarChecks, type Validity } from '../normalise/scalars.ts'
import { hasType, typeOf } from '../normalise/types.ts'
import type { Direction } from '../rules/rule.ts'
import { type Carriage, isHidden } from '../schemas/difference.ts'
import { hasFormat } from './formats.ts'

/** One document's view of a message. */
export interface Side {
  normaliser: Normaliser
  direction: Direction
}

/** Checks a value, or a text by all values that it can stand for. */
export function accepts(
  side: Side,
  form: Form,
  value: Json,
  carrier: Carriage['carrier'] = 'body',
): Validity {
  const check = { ...side, steps: 0 }
  if (carrier === 'body') return isValid(check, form, value, 0)
  return any(readings(value).map(reading => isValid(check, form, reading, 0)))
}

interface Check extends Side {
  steps: number
}

const mostSteps = 5_000
const deepest = 40

function any(checks: readonly Validity[]): Validity {
  if (checks.includes(true)) return true
  return checks.includes(undefined) ? undefined : false
}

function isValid(check: Check, form: Form, value: Json, depth: number): Validity {
  if (form.isNever) return false
  check.steps += 1
  if (depth > deepest || check.steps > mostSteps) return undefined
  let result: Validity = true
  for (const validity of checksOf(check, form, value, depth)) {
    if (validity === false) return false
    if (validity === undefined) result = undefined
  }
  return result
}

function* checksOf(check: Check, form: Form, value: Json, depth: number): Generator<Validity> {
  const { types, values, isNullable, formats } = form
  if (types) yield value === null ? isNullable : hasType(types, typeOf(value))
  if (values && !form.isOpenEnum) yield value === null ? isNullable : values.has(canonical(value))
  yield* scalarChecks(form, value)
  if (typeof value === 'string' || typeof value === 'number')
    for (const format of formats) yield hasFormat(value, format)
  const isWithin = (schema: Conjunction, inner: Json) =>
    isValid(check, check.normaliser.form(schema), inner, depth + 1)
  if (Array.isArray(value)) yield* arrayChecks(form, value, isWithin)
  if (isObject(value)) yield* objectChecks(check, form, value, isWithin)
  for (const union of form.unions) yield fitsUnion(union, value, isWithin)
  if ([...form.conditions.keys()].some(keyword => !structureConditions.has(keyword))) yield undefined
}

type IsWithin = (schema: Conjunction, value: Json) => Validity

function* arrayChecks(form: Form, value: Json[], isWithin: IsWithin): Generator<Validity> {
  yield* limitChecks(form.limits, 'Items', value.length)
  if (form.hasUniqueItems) yield new Set(value.map(canonical)).size === value.length
  const isTuple = form.conditions.has('prefixItems') || form.conditions.has('items')
  if (isTuple && value.length > 0) yield undefined
  else if (form.items) for (const item of value) yield isWithin(form.items, item)
}

function* objectChecks(side: Side, form: Form, value: JsonObject, isWithin: IsWithin): Generator<Validity> {
  yield* limitChecks(form.limits, 'Properties', Object.keys(value).length)
  for (const name of form.required) {
    const schema = form.properties.get(name)
    const isSent = !schema || !isHidden(side.normaliser.form(schema), side.direction)
    yield Object.hasOwn(value, name) || !isSent
  }
  for (const [name, member] of Object.entries(value)) {
    const listed = form.properties.get(name)
    if (listed) yield isWithin(listed, member)
    else if (form.conditions.has('patternProperties')) yield undefined
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
    return items.length === 1 ? [...lists, ...(items[0] as Json[])] : lists
  }
  const text = String(value)
  const scalars: Json[] = [text]
  if (/^-?\d+(\.\d+)?$/.test(text)) scalars.push(Number(text))
  if (text === 'true' || text === 'false') scalars.push(text === 'true')
  return [...scalars, ...scalars.map(scalar => [scalar])]
}
