import { canonical } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'

/**
 * Numbers the shapes of schemas, so that equal ones of both documents have the same number and no text is kept twice.
 */
export class Shapes {
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<Form, number[]>()

  /** The shape of a schema alone: without what is within, names of components and prose. */
  of(form: Form): number {
    return this.#remembered(form, 0, () => textOf(form))
  }

  /** The shape of a schema and of those within it, some levels deep: equal for schemas that say the same. */
  deep(normaliser: Normaliser, schema: Conjunction, levels = 3): number {
    const form = normaliser.form(schema)
    if (levels === 0) return this.of(form)
    return this.#remembered(form, levels, () => {
      const deep = (each: Conjunction) => this.deep(normaliser, each, levels - 1)
      return canonical([
        levels,
        this.of(form),
        [...form.properties].map(([name, each]) => `${name} ${deep(each)}`).sort(),
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
    const its = text()
    const number = this.#numbers.get(its) ?? this.#numbers.size
    this.#numbers.set(its, number)
    known[levels] = number
    return number
  }
}

function textOf(form: Form): string {
  const { types, values, isNullable, limits, formats, patterns, properties, required, lower, upper } = form
  return canonical([
    form.isNever,
    types ? [...types].sort() : null,
    isNullable,
    values ? [...values.keys()].sort() : null,
    [...limits].sort(),
    [...formats].sort(),
    [...patterns].sort(),
    [...properties.keys()].sort(),
    [...required].sort(),
    lower ?? null,
    upper ?? null,
    form.unions.length,
    form.discriminator?.property ?? null,
  ])
}
