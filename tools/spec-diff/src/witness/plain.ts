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
  return asJson({
    ...ownKeywords(form),
    required: visible.length > 0 ? visible : undefined,
    ...fieldsOf(form, visible, values, inner),
    ...itemsOf(form, values, inner),
    not: form.negation && part(form.negation),
    allOf: further.length > 0 ? further : undefined,
  })
}

/** Keywords; undefined ones are left out. */
type Keywords = { [keyword: string]: unknown }

function ownKeywords(form: Form): Keywords {
  const { types, values, isNullable, isOpenEnum, lower, upper, hasUniqueItems, conditions } = form
  const [[pattern], [format], [multipleOf]] = [[...form.patterns], [...form.formats], [...form.multiples]]
  const orNull = isNullable ? [null] : []
  return {
    type: types && [...types, ...orNull.map(String)],
    enum: values && !isOpenEnum ? [...values.values(), ...orNull] : undefined,
    ...(lower ? { [lower.exclusive ? 'exclusiveMinimum' : 'minimum']: lower.value } : {}),
    ...(upper ? { [upper.exclusive ? 'exclusiveMaximum' : 'maximum']: upper.value } : {}),
    ...Object.fromEntries(form.limits),
    pattern,
    ...(format === undefined ? {} : formatOf(form, format)),
    multipleOf,
    uniqueItems: hasUniqueItems || undefined,
    ...Object.fromEntries([...conditions].map(([keyword, [text = 'true']]) => [keyword, JSON.parse(text)])),
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
): Keywords {
  const objects = values?.filter(isObject)
  const names = objects ? [...new Set(objects.flatMap(each => Object.keys(each)))] : required
  const at = (these: readonly string[]) =>
    objects && these.flatMap(name => objects.flatMap(each => (name in each ? [each[name] as Json] : [])))
  const unlisted = required.filter(name => !form.properties.has(name)).map(name => [name, []] as const)
  const listed = [...form.properties, ...(form.others === undefined ? unlisted : [])]
    .filter(([name]) => names.includes(name))
    .map(([name, schema]) => [name, inner(schema, at([name]))])
  const patterns = [...form.namePatterns].flatMap(([pattern, schema]) => {
    const its = names.filter(name => matches(pattern, name))
    return its.length > 0 ? [[pattern, inner(schema, at(its))]] : []
  })
  const others = names.filter(name => !form.properties.has(name))
  return {
    properties: listed.length > 0 ? Object.fromEntries(listed) : undefined,
    patternProperties: patterns.length > 0 ? Object.fromEntries(patterns) : undefined,
    additionalProperties:
      form.others && (others.length > 0 ? inner(form.others, at(others) ?? []) : undefined),
  }
}

function itemsOf(form: Form, values: readonly Json[] | undefined, inner: Inner): Keywords {
  const arrays = values?.filter(Array.isArray) as Json[][] | undefined
  const at = (from: number, to?: number) => arrays?.flatMap(array => array.slice(from, to))
  const { tuple, items } = form
  return {
    prefixItems: tuple.length > 0 ? tuple.map((each, i) => inner(each, at(i, i + 1))) : undefined,
    items: items && arrays?.length !== 0 ? inner(items, at(tuple.length)) : undefined,
  }
}

/** Without undefined keywords, and with the nearest numbers for large integers: the validator knows no others. */
function asJson(schema: Keywords): Plain {
  return JSON.parse(JSON.stringify(schema, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
}
