import { canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { limitChecks, scalarChecks, type Validity } from '../normalise/scalars.ts'
import { hasType, typeOf } from '../normalise/types.ts'
import type { Direction } from '../rules/rule.ts'
import { isHidden } from '../schemas/difference.ts'
import { hasFormat, textOf } from './formats.ts'

const longestArray = 300
/** Texts for common patterns: identifiers, digits, codes, amounts. */
const common = ['text', '1', 'x', 'a', 'A', 'USD', '1.00', '10', 'abc', 'text-1', '2026-01-31', '#000000']

/**
 * Small values by one document's schemas. They are valid by the way they are made: a schema with a union or a condition,
 * such as `if`, has none.
 */
export class Examples {
  readonly #normaliser: Normaliser
  readonly #direction: Direction
  readonly #known = new Map<string, Json | undefined>()

  constructor(normaliser: Normaliser, direction: Direction) {
    this.#normaliser = normaliser
    this.#direction = direction
  }

  /** A value without optional fields. */
  of(schema: Conjunction): Json | undefined {
    const form = this.#normaliser.form(schema)
    if (this.#known.has(form.id)) return this.#known.get(form.id)
    // A recursive schema has no value within itself, so each schema is tried once.
    this.#known.set(form.id, undefined)
    for (const value of this.#candidates(form)) {
      if (value === undefined || this.validity(form, value) !== true) continue
      this.#known.set(form.id, value)
      return value
    }
    return undefined
  }

  /** An array of that length. */
  array(form: Form, length: number): Json[] | undefined {
    if (length <= 0) return []
    const item = this.of(form.items ?? [])
    return item === undefined ? undefined : Array<Json>(Math.min(length, longestArray)).fill(item)
  }

  /** An object with its required fields, except one, and with optional ones until it has that many. */
  object(form: Form, count = least(form, 'Properties'), except?: string): JsonObject | undefined {
    const fields: JsonObject = {}
    for (const name of new Set([...form.required, ...form.properties.keys()])) {
      const isRequired = form.required.has(name) && !this.#isUnsent(form, name)
      const isNeeded = isRequired || (form.properties.has(name) && Object.keys(fields).length < count)
      if (name === except || !isNeeded || this.#isUnsent(form, name)) continue
      const value = this.of(form.properties.get(name) ?? (form.others || []))
      if (value === undefined && isRequired) return undefined
      if (value !== undefined) fields[name] = value
    }
    return fields
  }

  /** Checks a value, but not the values in it. Undefined where a union or a condition decides. */
  validity(form: Form, value: Json): Validity {
    const checks = [...this.#checks(form, value)]
    if (checks.includes(false)) return false
    return checks.includes(undefined) ? undefined : true
  }

  *#checks(form: Form, value: Json): Generator<Validity> {
    const { types, values, isNullable, limits, formats } = form
    yield !form.isNever
    if (types) yield value === null ? isNullable : hasType(types, typeOf(value))
    if (values && !form.isOpenEnum) yield value === null ? isNullable : values.has(canonical(value))
    yield* scalarChecks(form, value)
    if (typeof value === 'string' || typeof value === 'number')
      for (const format of formats) yield hasFormat(value, format)
    if (Array.isArray(value)) {
      yield* limitChecks(limits, 'Items', value.length)
      if (form.hasUniqueItems) yield value.length < 2 || undefined
    }
    if (isObject(value)) {
      const names = Object.keys(value)
      yield* limitChecks(limits, 'Properties', names.length)
      for (const name of form.required) yield names.includes(name) || this.#isUnsent(form, name)
      if (form.others === false && !form.conditions.has('patternProperties'))
        yield names.every(name => form.properties.has(name))
    }
    if (form.unions.length + form.conditions.size > 0) yield undefined
  }

  #isUnsent({ properties }: Form, name: string): boolean {
    const schema = properties.get(name)
    return schema !== undefined && isHidden(this.#normaliser.form(schema), this.#direction)
  }

  /** Values of all types, the simplest first. Those of a wrong type are not valid. */
  *#candidates(form: Form): Generator<Json | undefined> {
    const given = [form.default?.value, form.annotations.get('example'), form.annotations.get('examples')]
    yield* form.values?.values() ?? []
    yield* given.flat().filter(value => typeof value !== 'object')
    // Without types, the keywords tell the type.
    const hasFields = form.properties.size + form.required.size > 0 || form.others !== undefined
    if (!form.types && hasFields) yield this.object(form)
    if (!form.types && form.items) yield this.array(form, least(form, 'Items'))
    yield* textsOf(form)
    yield* numbersOf(form)
    yield* [true, this.array(form, least(form, 'Items')), this.object(form), null]
  }
}

export function least(form: Form, suffix: string): number {
  return Number(form.limits.get(`min${suffix}`)?.value ?? 0)
}

function textsOf(form: Form): string[] {
  const most = Number(form.limits.get('maxLength')?.value ?? Infinity)
  const all = [...[...form.formats].flatMap(format => textOf(format) ?? []), ...common]
  return all.map(text => ofLength(text, Math.min(Math.max(text.length, least(form, 'Length')), most)))
}

/** The text cut or repeated to a length. */
export function ofLength(text: string, length: number): string {
  return text.repeat(Math.ceil(Math.min(length, 100_000) / text.length)).slice(0, length)
}

function numbersOf({ limits, multiples }: Form): number[] {
  const ends = ['minimum', 'maximum'].flatMap(keyword => Number(limits.get(keyword)?.value ?? []))
  return [1, 0, 0.5, ...[...multiples].map(Number), ...ends, ...ends.flatMap(end => [end - 1, end + 1])]
}
