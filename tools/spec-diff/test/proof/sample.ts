import { generateSync } from 'json-schema-faker'
import { isObject, type Json, type JsonObject } from '../../src/load/json.ts'
import type { Conjunction, Form } from '../../src/normalise/form.ts'
import type { Normaliser } from '../../src/normalise/normaliser.ts'
import type { Direction } from '../../src/rules/rule.ts'
import { isHidden } from '../../src/schemas/difference.ts'
import { formatExamples } from '../../src/witness/formats.ts'

/** Makes values for the schemas of one document. */
export class Sampler {
  readonly normaliser: Normaliser
  readonly direction: Direction

  constructor(normaliser: Normaliser, direction: Direction) {
    this.normaliser = normaliser
    this.direction = direction
  }

  /** A small value that is likely to be valid; with some objects of which every listed field has a value. */
  simple(schema: Conjunction, isFull = false, depth = 0): Json {
    const form = this.normaliser.form(schema)
    if (depth > 12 || form.isNever) return null
    const [union] = form.unions
    const [branch] = union?.branches ?? []
    if (branch && !form.types?.has('object') && form.properties.size === 0)
      return this.simple([...form.whole.filter(leaf => leaf !== union?.holder), ...branch], isFull, depth + 1)
    if (form.values && form.values.size > 0) return [...form.values.values()][0] as Json
    const type = typeOf(form)
    if (type === 'object') return this.object(form, isFull, depth)
    if (type === 'array')
      return this.array(form, Number(form.limits.get('minItems')?.value ?? (isFull ? 1 : 0)), depth)
    return scalar(form, type)
  }

  /** An object with the required fields, or with all. */
  object(form: Form, isFull: boolean, depth = 0): JsonObject {
    const names = new Set([...form.required, ...(isFull ? form.properties.keys() : [])])
    const made: JsonObject = {}
    for (const name of names) {
      const schema = form.properties.get(name) ?? (form.others || [])
      if (!isHidden(this.normaliser.form(schema), this.direction))
        made[name] = this.simple(schema, false, depth + 1)
    }
    return padded(made, Number(form.limits.get('minProperties')?.value ?? 0), () =>
      form.others ? this.simple(form.others, false, depth + 1) : 'text',
    )
  }

  /** An array of that length. */
  array(form: Form, length: number, depth = 0): Json[] {
    const some = this.distinct(form.items ?? [], form.hasUniqueItems ? length : 1, depth)
    return Array.from({ length: Math.min(length, 300) }, (_, i) => some[i % some.length] as Json)
  }

  /** Several values of one schema, as different as possible. */
  distinct(schema: Conjunction, count: number, depth = 0): Json[] {
    const first = this.simple(schema, false, depth + 1)
    if (count <= 1) return [first]
    const { values } = this.normaliser.form(schema)
    if (values && values.size > 1) return [...values.values()]
    const vary = (i: number): Json => {
      if (typeof first === 'number') return first + i
      if (typeof first === 'string') return i === 0 ? first : `${first}${i}`
      return isObject(first) ? { ...first, [`field${i}`]: i } : first
    }
    return Array.from({ length: Math.min(count, 300) }, (_, i) => vary(i))
  }
}

/** A random value of a plain schema; nothing where the generator knows none. */
export function generated(schema: Json, seed = 1): Json | undefined {
  try {
    return generateSync(schema as never, { seed, maxDepth: 6, optionalsProbability: 0.5 } as never) as Json
  } catch {
    return undefined
  }
}

/** The object with further fields until it has that many. */
export function padded(object: JsonObject, count: number, value: () => Json): JsonObject {
  const made = { ...object }
  for (let i = 1; Object.keys(made).length < Math.min(count, 300); i += 1) made[`other${i}`] = value()
  return made
}

/** The type of the simplest value. */
function typeOf(form: Form): string {
  const order = ['string', 'integer', 'number', 'boolean', 'array', 'object']
  if (form.types) return order.find(type => form.types?.has(type)) ?? 'null'
  if (form.properties.size + form.required.size > 0 || form.others !== undefined) return 'object'
  if (form.items) return 'array'
  return form.limits.has('minimum') || form.limits.has('maximum') || form.multiples.size > 0
    ? 'number'
    : 'string'
}

const wellKnown: Readonly<Record<string, string>> = { ...formatExamples, byte: 'dGV4dA==' }

function scalar(form: Form, type: string): Json {
  if (type === 'null') return null
  if (type === 'boolean') return true
  if (type !== 'string') return number(form, type === 'integer')
  const [format = ''] = form.formats
  const known = /^u?int\d+$/.test(format) ? '1' : wellKnown[format]
  if (known !== undefined && form.patterns.size === 0) return known
  return text(form, Number(form.limits.get('minLength')?.value ?? 0))
}

/** A text of at least that length. */
export function text(form: Form, length: number): string {
  const [pattern] = form.patterns
  const made =
    pattern === undefined
      ? undefined
      : generated({ type: 'string', pattern, ...(length > 0 ? { minLength: length } : {}) })
  if (typeof made === 'string') return made
  const longest = Number(form.limits.get('maxLength')?.value ?? 4)
  return 'text'
    .repeat(Math.ceil(Math.min(length, 100_000) / 4) || 1)
    .slice(0, Math.max(length, Math.min(4, longest)))
}

/** A number within the bounds, near to zero. */
function number({ limits, multiples }: Form, isInteger: boolean): number {
  const [lower, upper] = [limits.get('minimum'), limits.get('maximum')]
  const step = multiples.size > 0 ? Math.max(...[...multiples].map(Number)) : isInteger ? 1 : 0.5
  const first = (bound: { value: number | bigint; exclusive: boolean }, sign: 1 | -1) => {
    const nearest = Math.ceil((sign * Number(bound.value)) / step) * step * sign
    return bound.exclusive && nearest === Number(bound.value) ? nearest + sign * step : nearest
  }
  if (lower && Number(lower.value) >= 0) return first(lower, 1)
  if (upper && Number(upper.value) <= 0) return first(upper, -1)
  return upper && Number(upper.value) < step ? 0 : Math.max(step, 1)
}
