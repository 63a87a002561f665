import { isHidden } from '../compare/objects.ts'
import { isObject, type Json } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { matches } from '../normalise/types.ts'
import type { Direction } from '../rules/rule.ts'

/** A schema of JSON Schema 2020-12 without references. */
export type Plain = boolean | { [keyword: string]: unknown }

type Inner = (schema: Conjunction, values: readonly Json[] | undefined) => Plain

/** What is asked of a schema. */
export interface Use {
  /** A field that nobody sends in this direction is not required. */
  direction: Direction
  /** A sender writes described fields only, although a reader accepts others. */
  isSender: boolean
}

const deepest = 20

/**
 * A schema in plain JSON Schema. Only a part of it is written out, so that a large contract costs no more than a small
 * one: the part that concerns the given values, or without values the required fields.
 */
export function plain(
  normaliser: Normaliser,
  form: Form,
  use: Use,
  values?: readonly Json[],
  depth = 0,
): Plain {
  const schema = inPlace(normaliser, form, use, values, depth)
  if (typeof schema === 'boolean' || !use.isSender || form.others !== undefined) return schema
  return describesFields(normaliser, form) ? { ...schema, unevaluatedProperties: false } : schema
}

function describesFields(normaliser: Normaliser, form: Form, depth = 0): boolean {
  if (form.listsFields) return true
  const branches = form.unions.flatMap(union => union.branches)
  return depth < 5 && branches.some(branch => describesFields(normaliser, normaliser.form(branch), depth + 1))
}

/** The same for a part of a schema, beside other parts that describe further fields. */
function inPlace(
  normaliser: Normaliser,
  form: Form,
  use: Use,
  values: readonly Json[] | undefined,
  depth: number,
): Plain {
  if (form.isNever) return false
  if (depth > deepest) return true
  const inner: Inner = (each, its) => plain(normaliser, normaliser.form(each), use, its, depth + 1)
  const part = (each: Conjunction) => inPlace(normaliser, normaliser.form(each), use, values, depth + 1)
  const visible = [...form.required].filter(name => {
    const its = form.properties.get(name)
    return its === undefined || !isHidden(normaliser.form(its), use.direction)
  })
  const further = [
    ...[...form.patterns].slice(1).map(pattern => ({ pattern })),
    ...[...form.formats].slice(1).map(format => formatOf(form, format)),
    ...[...form.multiples].slice(1).map(multipleOf => ({ multipleOf })),
    ...[...form.conditions].flatMap(([keyword, texts]) =>
      texts.slice(1).map(text => ({ [keyword]: JSON.parse(text) })),
    ),
    ...form.unions.map(({ kind, branches, hasNull }) => ({
      [kind]: [...branches.map(part), ...(hasNull ? [{ type: 'null' }] : [])],
    })),
  ]
  return withNumbers({
    ...ownKeywords(form),
    ...(visible.length > 0 ? { required: visible } : {}),
    ...fieldsOf(form, visible, values, inner),
    ...itemsOf(form, values, inner),
    ...(form.negation ? { not: part(form.negation) } : {}),
    ...(further.length > 0 ? { allOf: further } : {}),
  })
}

function ownKeywords(form: Form): { [keyword: string]: unknown } {
  const { types, values, isNullable, lower, upper } = form
  const [[pattern], [format], [multipleOf]] = [[...form.patterns], [...form.formats], [...form.multiples]]
  const orNull = isNullable ? [null] : []
  return {
    ...(types ? { type: [...types, ...orNull.map(String)] } : {}),
    ...(values && !form.isOpenEnum ? { enum: [...values.values(), ...orNull] } : {}),
    ...(lower ? { [lower.exclusive ? 'exclusiveMinimum' : 'minimum']: lower.value } : {}),
    ...(upper ? { [upper.exclusive ? 'exclusiveMaximum' : 'maximum']: upper.value } : {}),
    ...Object.fromEntries(form.limits),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : formatOf(form, format)),
    ...(multipleOf === undefined ? {} : { multipleOf }),
    ...(form.hasUniqueItems ? { uniqueItems: true } : {}),
    ...Object.fromEntries(
      [...form.conditions].map(([keyword, [text = 'true']]) => [keyword, JSON.parse(text)]),
    ),
  }
}

/** Formats of integers concern texts here, too: JSON carries large integers as text. */
function formatOf({ types }: Form, format: string): { format: string } {
  return { format: types?.has('string') && /^u?int\d+$/.test(format) ? `text-${format}` : format }
}

function fieldsOf(
  form: Form,
  required: readonly string[],
  values: readonly Json[] | undefined,
  inner: Inner,
): { [keyword: string]: unknown } {
  const objects = values?.filter(isObject)
  const names = objects ? new Set(objects.flatMap(each => Object.keys(each))) : new Set(required)
  const at = (name: string) => objects?.flatMap(each => (name in each ? [each[name] as Json] : []))
  const unlisted = required.filter(name => !form.properties.has(name)).map(name => [name, []] as const)
  const listed = [...form.properties, ...(form.others === undefined ? unlisted : [])].filter(([name]) =>
    names.has(name),
  )
  const patterns = [...form.namePatterns].flatMap(([pattern, schema]) => {
    const its = [...names].filter(name => matches(pattern, name))
    return its.length > 0
      ? [[pattern, inner(schema, objects && its.flatMap(name => at(name) ?? []))] as const]
      : []
  })
  const others = [...names].filter(name => !form.properties.has(name))
  return {
    ...(listed.length > 0
      ? { properties: Object.fromEntries(listed.map(([name, schema]) => [name, inner(schema, at(name))])) }
      : {}),
    ...(patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns) } : {}),
    ...(form.others === false ? { additionalProperties: false } : {}),
    ...(form.others && others.length > 0
      ? {
          additionalProperties: inner(
            form.others,
            others.flatMap(name => at(name) ?? []),
          ),
        }
      : {}),
  }
}

function itemsOf(
  form: Form,
  values: readonly Json[] | undefined,
  inner: Inner,
): { [keyword: string]: unknown } {
  const arrays = values?.filter(Array.isArray) as Json[][] | undefined
  const rest = form.tuple.length
  return {
    ...(form.tuple.length > 0
      ? {
          prefixItems: form.tuple.map((each, i) =>
            inner(
              each,
              arrays?.flatMap(array => array.slice(i, i + 1)),
            ),
          ),
        }
      : {}),
    ...(form.items && arrays?.length !== 0
      ? {
          items: inner(
            form.items,
            arrays?.flatMap(array => array.slice(rest)),
          ),
        }
      : {}),
  }
}

/** Large integers as the nearest numbers: the validator knows no others. */
function withNumbers(schema: { [keyword: string]: unknown }): Plain {
  return JSON.parse(JSON.stringify(schema, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
}
