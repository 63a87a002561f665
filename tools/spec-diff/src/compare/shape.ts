import { canonical } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'

/** What a schema looks like from outside, in one text without names of components and without prose. */
export function shape(form: Form): string {
  const { types, values, isNullable, limits, formats, patterns, properties, required, lower, upper } = form
  return canonical([
    form.isNever,
    types ? [...types].sort() : null,
    isNullable,
    values ? [...values.keys()].sort() : null,
    [...limits],
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

/** The shape of a schema and of those within it, some levels deep: equal for schemas that say the same. */
export function deepShape(normaliser: Normaliser, schema: Conjunction, levels = 3): string {
  const form = normaliser.form(schema)
  if (levels === 0) return shape(form)
  const known = remembered.get(form) ?? []
  remembered.set(form, known)
  const before = known[levels]
  if (before !== undefined) return before
  const deep = (each: Conjunction) => deepShape(normaliser, each, levels - 1)
  const made = canonical([
    shape(form),
    [...form.properties].map(([name, each]) => [name, deep(each)]).sort(),
    form.items ? deep(form.items) : null,
    form.others ? deep(form.others) : (form.others ?? null),
    form.unions.map(union => union.branches.map(deep).sort()).sort(),
  ])
  known[levels] = made
  return made
}

const remembered = new WeakMap<Form, string[]>()
