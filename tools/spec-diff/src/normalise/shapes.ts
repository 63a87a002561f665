import { canonical, type JsonObject } from '../load/json.ts'
import type { Form } from './form.ts'

/** Numbers for the shapes of schemas: equal for equal schemas of both documents. No text is kept twice. */
export class Shapes {
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<Form, number>()

  /** The shape of a schema, without inner schemas, names of components and descriptions. */
  of(form: Form): number {
    const known = this.#known.get(form)
    if (known !== undefined) return known
    const { annotations, default: _, isDeprecated, ...shape } = form
    const text = canonical(contentOf(shape))
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#known.set(form, number)
    return number
  }
}

/** The content of a schema as data, without the schemas within. */
export function contentOf(form: Partial<Form>): JsonObject {
  const { id, component, holder, whole, unions, items, others, discriminator, ...own } = form
  const members = Object.entries(own).map(([key, value]) => [key, plain(value)])
  return {
    ...Object.fromEntries(members),
    unions: unions?.length ?? 0,
    items: items !== undefined,
    others: others !== undefined,
    discriminator: discriminator?.property ?? null,
  }
}

function plain(value: unknown): unknown {
  if (value instanceof Set) return [...value].sort()
  if (!(value instanceof Map)) return value
  const areSchemas = [...value.values()].every(Array.isArray)
  return Object.fromEntries(areSchemas ? [...value.keys()].map(key => [key, true]) : value)
}
