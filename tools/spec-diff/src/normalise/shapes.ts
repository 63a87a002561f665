import { canonical, type JsonObject } from '../load/json.ts'
import type { Conjunction, Form } from './form.ts'
import type { Normaliser } from './normaliser.ts'

/** Numbers for the shapes of schemas: equal for equal schemas of both documents. No text is kept twice. */
export class Shapes {
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<Form, number[]>()

  /** The shape of a schema, without inner schemas, names of components and descriptions. */
  of(form: Form): number {
    return this.#remembered(form, 0, () => {
      const { annotations, default: _, isDeprecated, ...shape } = form
      return canonical(contentOf(shape))
    })
  }

  /** The shape of a schema with its inner ones, some levels deep. */
  deep(normaliser: Normaliser, schema: Conjunction, levels = 3): number {
    const form = normaliser.form(schema)
    if (levels === 0) return this.of(form)
    return this.#remembered(form, levels, () => {
      const deep = (inner: Conjunction) => this.deep(normaliser, inner, levels - 1)
      return canonical([
        levels,
        this.of(form),
        [...form.properties].map(([name, schema]) => `${name} ${deep(schema)}`).sort(),
        form.items ? deep(form.items) : null,
        form.others ? deep(form.others) : (form.others ?? null),
        form.unions.map(({ branches }) => branches.map(deep).sort().join(' ')).sort(),
      ])
    })
  }

  #remembered(form: Form, levels: number, text: () => string): number {
    const known = this.#known.get(form) ?? []
    this.#known.set(form, known)
    const before = known[levels]
    if (before !== undefined) return before
    const shape = text()
    const number = this.#numbers.get(shape) ?? this.#numbers.size
    this.#numbers.set(shape, number)
    known[levels] = number
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
