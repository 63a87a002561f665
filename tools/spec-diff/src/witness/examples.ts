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
    // Deep in a recursive schema, a value may be missing only because of the depth.
    if (depth === 0 || example !== undefined) this.#known.set(form.id, example)
    return example
  }

  /** An array of that length. */
  array(form: Form, length: number, depth = 0): Json[] {
    const items = Array.from({ length: Math.min(length, longestArray) }, (_, i) => {
      const item = this.of(form.tuple[i] ?? form.items ?? [], depth + 1) ?? null
      const isVaried = form.hasUniqueItems && i > 0
      if (typeof item === 'string' && isVaried) return `${item}${i}`
      return typeof item === 'number' && isVaried ? item + i : item
    })
    return items
  }

  /** An object with its required fields, and with optional ones until it has that many. */
  object(form: Form, count = 0, depth = 0): JsonObject {
    const fields: JsonObject = {}
    const names = new Set([...form.required, ...form.properties.keys()])
    for (const name of names) {
      if (!form.required.has(name) && Object.keys(fields).length >= count) break
      const schema = form.properties.get(name) ?? (form.others || [])
      const isSent = !isHidden(this.side.normaliser.form(schema), this.side.direction)
      const value = isSent ? this.of(schema, depth + 1) : undefined
      if (value !== undefined) fields[name] = value
    }
    for (let i = 1; sendsOthers(form) && Object.keys(fields).length < Math.min(count, longestArray); i += 1)
      fields[`other${i}`] = this.of(form.others || [], depth + 1) ?? null
    return fields
  }

  /** A value of one branch of a union, with the other keywords of the schema. */
  ofBranch(form: Form, { holder, kind }: Union, branch: Conjunction, depth = 0): Json | undefined {
    const { [kind]: _, ...others } = holder
    return this.of([...form.whole.map(leaf => (leaf === holder ? others : leaf)), ...branch], depth + 1)
  }

  #candidates(form: Form, depth: number): Json[] {
    if (form.isNever || depth > deepest) return []
    const [union] = form.unions
    if (union) {
      const values = union.branches.map(branch => this.ofBranch(form, union, branch, depth))
      return values.filter(value => value !== undefined)
    }
    if (form.values && form.values.size > 0) return [...form.values.values()]
    const given = [form.default?.value, form.annotations.get('example'), form.annotations.get('examples')]
    const scalars = given.flat().filter(value => value !== undefined && typeof value !== 'object') as Json[]
    return [...scalars, ...typesOf(form).flatMap(type => this.#ofType(form, type, depth)), null]
  }

  #ofType(form: Form, type: string, depth: number): Json[] {
    if (type === 'object') return [this.object(form, least(form, 'Properties'), depth)]
    if (type === 'array') return [this.array(form, least(form, 'Items'), depth)]
    if (type === 'boolean') return [true]
    return type === 'string' ? textsOfForm(form) : numbersOfForm(form, type === 'integer')
  }
}

/** The smallest number of items, fields or characters. */
export function least(form: Form, suffix: string): number {
  return Number(form.limits.get(`min${suffix}`)?.value ?? 0)
}

/** True if a sender writes fields that the schema does not list. */
export function sendsOthers({ others, listsFields, unions }: Form): boolean {
  return !!others || (others === undefined && !listsFields && unions.length === 0)
}

const simplest = ['string', 'integer', 'number', 'boolean', 'array', 'object']

/** The types of a schema, the simplest first; for a schema without types the one that its keywords are about. */
function typesOf(form: Form): string[] {
  if (form.types) return simplest.filter(type => form.types?.has(type))
  if (form.properties.size + form.required.size > 0 || form.others !== undefined) return ['object']
  return form.items || form.tuple.length > 0 ? ['array'] : simplest
}

/** Texts for common patterns: identifiers, digits, codes, amounts. */
const common = ['text', '1', 'x', 'a', 'A', 'USD', '1.00', '10', 'abc', 'text-1', '2026-01-31', '#000000']

function textsOfForm(form: Form): string[] {
  const most = Number(form.limits.get('maxLength')?.value ?? Infinity)
  const all = [...[...form.formats].flatMap(textsOf), ...common]
  return all.map(text => ofLength(text, Math.min(Math.max(text.length, least(form, 'Length')), most)))
}

/** The text cut or repeated to a length. */
export function ofLength(text: string, length: number): string {
  return text.repeat(Math.ceil(Math.min(length, 100_000) / text.length)).slice(0, length)
}

/** Numbers at the limits, and multiples near to them. */
function numbersOfForm({ limits, multiples, formats }: Form, isInteger: boolean): number[] {
  const ends = ['minimum', 'maximum'].flatMap(keyword => Number(limits.get(keyword)?.value ?? []))
  const steps = [...[...multiples].map(Number), isInteger ? 1 : 0.5]
  const near = ends.flatMap(end =>
    steps.flatMap(step => [-1, 0, 1].map(offset => (Math.round(end / step) + offset) * step)),
  )
  return [1, ...steps, 0, ...ends, ...near, ...[...formats].flatMap(numbersOf)]
}

/** An object with a field first, so that a long message shows it. */
export function withField(object: Json | undefined, name: string, value: Json): JsonObject {
  const { [name]: _, ...others } = isObject(object) ? object : {}
  return { [name]: value, ...others }
}
