import { canonical, type JsonObject } from '../load/json.ts'
import type { Form } from './form.ts'

/** Numbers for the shapes of schemas: equal for equal schemas of both documents. No text is kept twice. */
export class Shapes {
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<Form, number>()

  of(form: Form): number {
    const known = this.#known.get(form)
    if (known !== undefined) return known
    const text = canonical(contentOf(form))
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#known.set(form, number)
    return number
  }
}

/** The content of a schema as data, without inner schemas, names of components and descriptions. */
export function contentOf(form: Form): JsonObject {
  const { id, component, holder, whole, annotations, default: _, isDeprecated, ...content } = form
  const { properties, unions, items, others, discriminator, ...own } = content
  const members = Object.entries(own).map(([key, value]) => [key, plain(value)])
  return {
    ...Object.fromEntries(members),
    properties: [...properties.keys()].sort(),
    unions: unions.length,
    items: items !== undefined,
    others: others !== undefined,
    discriminator: discriminator?.property ?? null,
  }
}

function plain(value: unknown): unknown {
  if (value instanceof Set) return [...value].sort()
  return value instanceof Map ? Object.fromEntries(value) : value
}
