import { isObject, type Json, type JsonObject } from '../load/json.ts'
import type { Conjunction, Form, Union } from '../normalise/form.ts'
import { isHidden } from '../schemas/difference.ts'
import { accepts, type Side } from './accepts.ts'
import { numbersOf, textsOf } from './formats.ts'

const deepest = 12
const longestArray = 300

/** Small valid values of one document's schemas: the examples of the schemas where they have some. */
export class Examples {
  readonly side: Side
  readonly #known = new Map<string, Json | undefined>()

  constructor(side: Side) {
    this.side = side
  }

  /** A value without optional fields; undefined if none is found. */
  of(schema: Conjunction, depth = 0): Json | undefined {
    const form = this.side.normaliser.form(schema)
    if (this.#known.has(form.id)) return this.#known.get(form.id)
    const example = this.#candidates(form, depth).find(value => accepts(this.side, form, value) !== false)
    // Below that depth, a recursive schema has no value for lack of room.
    if (depth === 0 || example !== undefined) this.#known.set(form.id, example)
    return example
  }

  /** The required fields of an object. */
  requiredOf(form: Form, depth = 0): JsonObject {
    const fields: JsonObject = {}
    for (const name of form.required) {
      const schema = form.properties.get(name) ?? (form.others || [])
      const isSent = !isHidden(this.side.normaliser.form(schema), this.side.direction)
      const value = isSent ? this.of(schema, depth + 1) : undefined
      if (value !== undefined) fields[name] = value
    }
    return fields
  }

  /** An array of that length. */
  array(form: Form, length: number, depth = 0): Json[] {
    return Array.from({ length: Math.min(length, longestArray) }, (_, i) => {
      const schema = form.tuple[i] ?? form.items ?? []
      const item = this.of(schema, depth + 1) ?? null
      return form.hasUniqueItems && i >= form.tuple.length ? this.#other(schema, item, i) : item
    })
  }

  /** An object with at least that many fields. */
  object(form: Form, count: number, depth = 0): JsonObject {
    const fields = this.requiredOf(form, depth)
    const optional = [...form.properties].filter(
      ([, schema]) => !isHidden(this.side.normaliser.form(schema), this.side.direction),
    )
    for (const [name, schema] of optional) {
      if (Object.keys(fields).length >= count) break
      if (!(name in fields)) fields[name] = this.of(schema, depth + 1) ?? null
    }
    for (let i = 1; sendsOthers(form) && Object.keys(fields).length < Math.min(count, longestArray); i += 1)
      fields[`other${i}`] = this.of(form.others || [], depth + 1) ?? null
    return fields
  }

  /** A value of one branch of a union, with the other keywords of the schema. */
  ofBranch(form: Form, { holder, kind }: Pick<Union, 'holder' | 'kind'>, branch: Conjunction, depth = 0) {
    const { [kind]: _, ...others } = holder
    const around = form.whole.map(leaf => (leaf === holder ? others : leaf))
    return this.of([...around, ...branch], depth + 1)
  }

  /** Another value of the schema than the example, for unique items. */
  #other(schema: Conjunction, example: Json, i: number): Json {
    const { values } = this.side.normaliser.form(schema)
    if (values) return [...values.values()][i] ?? example
    if (typeof example === 'number') return example + i
    return typeof example === 'string' && i > 0 ? `${example}${i}` : example
  }

  #candidates(form: Form, depth: number): Json[] {
    if (form.isNever || depth > deepest) return []
    const [union] = form.unions
    if (union)
      return union.branches
        .map(branch => this.ofBranch(form, union, branch, depth))
        .filter(value => value !== undefined)
    if (form.values && form.values.size > 0) return [...form.values.values()]
    const given = [form.default?.value, form.annotations.get('example'), form.annotations.get('examples')]
    const scalars = given.flat().filter(value => value !== undefined && typeof value !== 'object')
    return [...(scalars as Json[]), ...typesOf(form).flatMap(type => this.#ofType(form, type, depth)), null]
  }

  #ofType(form: Form, type: string, depth: number): Json[] {
    if (type === 'object') return [this.object(form, Number(form.limits.get('minProperties') ?? 0), depth)]
    if (type === 'array') return [this.array(form, Number(form.limits.get('minItems') ?? 0), depth)]
    if (type === 'boolean') return [true]
    return type === 'string' ? texts(form) : numbers(form, type === 'integer')
  }
}

const simplest = ['string', 'integer', 'number', 'boolean', 'array', 'object']

/** The types of a schema, the simplest first; for a schema without types the one that its keywords are about. */
function typesOf(form: Form): string[] {
  if (form.types) return simplest.filter(type => form.types?.has(type))
  if (form.properties.size + form.required.size > 0 || form.others !== undefined) return ['object']
  if (form.items || form.tuple.length > 0) return ['array']
  return form.lower || form.upper || form.multiples.size > 0 ? ['number'] : simplest
}

/** Texts for common patterns: identifiers, digits, codes, amounts, hashes. */
const common = ['text', '1', 'x', 'a', 'A', 'USD', '1.00', '10', 'abc', 'text-1', '2026-01-31', '#000000']

function texts(form: Form): string[] {
  const [least, most] = [form.limits.get('minLength') ?? 0, form.limits.get('maxLength') ?? Infinity]
  const all = [...[...form.formats].flatMap(textsOf), ...common]
  return all.map(text => ofLength(text, Math.min(Math.max(text.length, Number(least)), Number(most))))
}

/** The text cut or repeated to a length. */
export function ofLength(text: string, length: number): string {
  return text.repeat(Math.ceil(Math.min(length, 100_000) / Math.max(text.length, 1))).slice(0, length)
}

/** Numbers at the bounds, multiples first. */
function numbers({ lower, upper, multiples, formats }: Form, isInteger: boolean): number[] {
  const bounds = [lower, upper].flatMap(bound => (bound ? [Number(bound.value)] : []))
  const steps = [...[...multiples].map(Number), isInteger ? 1 : 0.5]
  const near = bounds.flatMap(bound =>
    steps.flatMap(step => {
      const multiple = Math.round(bound / step) * step
      return [multiple, multiple + step, multiple - step]
    }),
  )
  return [1, ...steps, 0, ...bounds, ...near, ...[...formats].flatMap(numbersOf)]
}

/** True if a sender writes fields that the schema does not list. */
export function sendsOthers({ others, listsFields, unions }: Form): boolean {
  return !!others || (others === undefined && !listsFields && unions.length === 0)
}

/** An object with a field first, so that a long message shows it. */
export function withField(object: Json | undefined, name: string, value: Json): JsonObject {
  const { [name]: _, ...others } = isObject(object) ? object : {}
  return { [name]: value, ...others }
}
