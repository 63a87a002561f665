import { isObject, type Json, type JsonObject } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import { isHidden } from '../schemas/difference.ts'
import { accepts, type Side } from './accepts.ts'
import { textOf } from './formats.ts'

const longestArray = 300

/** Small valid values of one document's schemas: the examples of the schemas where they have some. */
export class Examples {
  readonly side: Side
  readonly #known = new Map<string, Json | undefined>()

  constructor(side: Side) {
    this.side = side
  }

  /** A value without optional fields; undefined if none is found. */
  of(schema: Conjunction): Json | undefined {
    const form = this.side.normaliser.form(schema)
    if (this.#known.has(form.id)) return this.#known.get(form.id)
    // A recursive schema has no value within itself, so each schema is tried once.
    this.#known.set(form.id, undefined)
    for (const value of this.#candidates(form)) {
      if (accepts(this.side, form, value) === false) continue
      this.#known.set(form.id, value)
      return value
    }
    return undefined
  }

  array(form: Form, length: number): Json[] {
    return Array<Json>(Math.min(length, longestArray)).fill(this.of(form.items ?? []) ?? null)
  }

  /** An object with its required fields, and with optional ones until it has that many. */
  object(form: Form, count = 0): JsonObject {
    const fields: JsonObject = {}
    for (const name of new Set([...form.required, ...form.properties.keys()])) {
      if (!form.required.has(name) && Object.keys(fields).length >= count) break
      const schema = form.properties.get(name) ?? (form.others || [])
      const isSent = !isHidden(this.side.normaliser.form(schema), this.side.direction)
      const value = isSent ? this.of(schema) : undefined
      if (value !== undefined) fields[name] = value
    }
    for (let i = 1; sendsOthers(form) && Object.keys(fields).length < Math.min(count, longestArray); i += 1)
      fields[`other${i}`] = this.of(form.others || []) ?? null
    return fields
  }

  /** A value of one branch of a union, with the fields that are described beside the union. */
  ofBranch(form: Form, branch: Conjunction): Json | undefined {
    const value = this.of(branch)
    if (!isObject(value)) return value
    const { properties } = this.side.normaliser.form(branch)
    const beside = [...form.properties].filter(([name]) => name in value && !properties.has(name))
    const fields = beside.map(([name, schema]) => [name, this.of(schema) ?? null])
    return { ...this.object(form), ...value, ...Object.fromEntries(fields) }
  }

  *#candidates(form: Form): Generator<Json> {
    const [union] = form.unions
    for (const branch of union?.branches ?? []) yield this.ofBranch(form, branch) ?? null
    if (union || form.isNever) return
    if (form.values) yield* form.values.values()
    const given = [form.default?.value, form.annotations.get('example'), form.annotations.get('examples')]
    for (const value of given.flat()) if (value !== undefined && typeof value !== 'object') yield value
    for (const type of typesOf(form)) {
      if (type === 'object') yield this.object(form, least(form, 'Properties'))
      else if (type === 'array') yield this.array(form, least(form, 'Items'))
      else if (type === 'boolean') yield true
      else yield* type === 'string' ? textsOfForm(form) : numbersOfForm(form)
    }
    yield null
  }
}

export function least(form: Form, suffix: string): number {
  return Number(form.limits.get(`min${suffix}`)?.value ?? 0)
}

/** True if a sender writes fields that the schema does not list. */
function sendsOthers({ others, listsFields, unions }: Form): boolean {
  return !!others || (others === undefined && !listsFields && unions.length === 0)
}

const simplest = ['string', 'integer', 'number', 'boolean', 'array', 'object']

/** The types of a schema, the simplest first; for a schema without types the one that its keywords are about. */
function typesOf(form: Form): string[] {
  if (form.types) return simplest.filter(type => form.types?.has(type))
  if (form.properties.size + form.required.size > 0 || form.others !== undefined) return ['object']
  return form.items ? ['array'] : simplest
}

/** Texts for common patterns: identifiers, digits, codes, amounts. */
const common = ['text', '1', 'x', 'a', 'A', 'USD', '1.00', '10', 'abc', 'text-1', '2026-01-31', '#000000']

function textsOfForm(form: Form): string[] {
  const most = Number(form.limits.get('maxLength')?.value ?? Infinity)
  const all = [...[...form.formats].flatMap(format => textOf(format) ?? []), ...common]
  return all.map(text => ofLength(text, Math.min(Math.max(text.length, least(form, 'Length')), most)))
}

/** The text cut or repeated to a length. */
export function ofLength(text: string, length: number): string {
  return text.repeat(Math.ceil(Math.min(length, 100_000) / text.length)).slice(0, length)
}

function numbersOfForm({ limits, multiples }: Form): number[] {
  const ends = ['minimum', 'maximum'].flatMap(keyword => Number(limits.get(keyword)?.value ?? []))
  return [1, 0, 0.5, ...[...multiples].map(Number), ...ends, ...ends.flatMap(end => [end - 1, end + 1])]
}

/** An object with a field first, so that a long message shows it. */
export function withField(object: Json | undefined, name: string, value: Json): JsonObject {
  const { [name]: _, ...others } = isObject(object) ? object : {}
  return { [name]: value, ...others }
}
