import { isObject, type Json } from '../../src/load/json.ts'
import type { Conjunction, Form } from '../../src/normalise/form.ts'
import { generated, padded, type Sampler, text } from './sample.ts'

const probes: Json[] = [null, true, 'text', 1, 1.5, -1, 0, [], {}, '', ['text'], [1], '1']

/**
 * Values on both sides of every limit that one of two schemas has: some valid, some not.
 *
 * @param one The schema that most of the values are meant for, made with its sampler.
 * @param other The schema on the other side.
 */
export function candidates(
  one: Sampler,
  schema: Conjunction,
  other: Sampler,
  otherSchema: Conjunction,
): Json[] {
  const [form, its] = [one.normaliser.form(schema), other.normaliser.form(otherSchema)]
  const both = [form, its]
  const all = [
    one.simple(schema),
    one.simple(schema, true),
    ...both.flatMap(each => [...(each.values?.values() ?? [])]),
    ...numbers(both),
    ...texts(both),
    ...arrays(one, form, other, its),
    ...objects(one, form, other, its),
    ...form.unions.flatMap(union =>
      union.branches.flatMap(branch => {
        const whole = [...form.whole.filter(leaf => leaf !== union.holder), ...branch]
        return [one.simple(whole), one.simple(whole, true)]
      }),
    ),
    ...probes,
  ]
  return [
    ...new Map(
      all.map(each => [JSON.stringify(each, (_, v) => (typeof v === 'bigint' ? `${v}` : v)), each]),
    ).values(),
  ]
}

function numbers(forms: readonly Form[]): Json[] {
  const bounds = forms
    .flatMap(({ limits }) => [limits.get('minimum'), limits.get('maximum')])
    .flatMap(bound => (bound ? [Number(bound.value)] : []))
  const steps = forms.flatMap(({ multiples }) => [...multiples].map(Number))
  const sizes = forms.flatMap(({ formats }) =>
    [...formats].flatMap(format => /^u?int(\d+)$/.exec(format)?.[1] ?? []),
  )
  const wide = sizes.flatMap(size => {
    const half = 2n ** (BigInt(size) - 1n)
    return [-1n, half, -half - 1n, 2n * half]
  })
  const near = bounds.flatMap(bound => [bound - 1, bound - 0.5, bound, bound + 0.5, bound + 1])
  const multiples = steps.flatMap(step => {
    const around = bounds.flatMap(bound => [Math.floor(bound / step), Math.ceil(bound / step)])
    return [-1, 0, 1, 2, 3, 5, 7, ...around.flatMap(n => [n - 2, n - 1, n, n + 1, n + 2])].map(n => n * step)
  })
  return [...near, ...multiples, ...wide.map(Number), ...wide.map(String)]
}

function texts(forms: readonly Form[]): Json[] {
  const lengths = around(forms, ['minLength', 'maxLength'])
  const formats = [...new Set(forms.flatMap(({ formats }) => [...formats]))]
  return [
    ...forms.flatMap(form => lengths.map(length => text(form, length))),
    ...lengths.map(length => 'x'.repeat(Math.min(length, 100_000))),
    ...forms.flatMap(({ patterns }) => [...patterns].flatMap(pattern => fitting(pattern, lengths))),
    ...formats.map(format => generated({ type: 'string', format }) ?? ''),
  ]
}

/** Texts that fit a pattern, and the same ones with other lengths. */
function fitting(pattern: string, lengths: readonly number[]): string[] {
  const made = [1, 2, 3].map(seed => generated({ type: 'string', pattern }, seed))
  const some = [...made, '1', 'x'].filter(each => typeof each === 'string')
  return some.flatMap(each => [
    each,
    ...lengths.map(length => each.padEnd(length, each.at(-1) ?? '1').slice(0, length)),
  ])
}

function around(forms: readonly Form[], keywords: readonly string[]): number[] {
  const limits = forms.flatMap(({ limits }) => keywords.map(keyword => limits.get(keyword)?.value))
  const all = limits.flatMap(limit =>
    limit === undefined ? [] : [Number(limit) - 1, Number(limit), Number(limit) + 1],
  )
  return [...new Set(all)].filter(length => length >= 0)
}

function arrays(one: Sampler, form: Form, other: Sampler, its: Form): Json[] {
  const isArray = (each: Form) => each.types?.has('array') || each.items || each.tuple.length > 0
  if (!isArray(form) && !isArray(its)) return []
  const lengths = [
    ...around([form, its], ['minItems', 'maxItems']),
    1,
    2,
    its.tuple.length,
    form.tuple.length,
  ]
  const least = Number(form.limits.get('minItems')?.value ?? 0)
  return [
    ...lengths.map(length => one.array(form, length)),
    ...lengths.map(length => one.array({ ...form, hasUniqueItems: true }, length)),
    ...[...probes, other.simple(its.items ?? [])].map(probe => [
      ...one.array(form, form.tuple.length),
      ...Array<Json>(Math.max(1, least)).fill(probe),
    ]),
  ]
}

function objects(one: Sampler, form: Form, other: Sampler, its: Form): Json[] {
  const isOne = (each: Form) =>
    each.types?.has('object') ||
    each.properties.size + each.required.size + each.namePatterns.size > 0 ||
    each.others !== undefined
  if (!isOne(form) && !isOne(its)) return []
  const [least, full] = [one.object(form, false), one.object(form, true)]
  const names = [...new Set([...form.properties.keys(), ...its.properties.keys(), ...its.required])]
  const named = [form, its].flatMap(({ namePatterns }) => [...namePatterns.keys()])
  const keys = named.flatMap(pattern => {
    const name = generated({ type: 'string', pattern })
    return typeof name === 'string' ? [name] : []
  })
  const value = () => (form.others ? one.simple(form.others) : 'text')
  const fields = (name: string) => [
    one.simple(form.properties.get(name) ?? (form.others || [])),
    other.simple(its.properties.get(name) ?? []),
  ]
  return [
    least,
    full,
    ...names.flatMap(name => fields(name).map(each => ({ ...least, [name]: each }))),
    ...names.map(name => Object.fromEntries(Object.entries(full).filter(([key]) => key !== name))),
    ...[...keys, 'other'].flatMap(key => [...probes, value()].map(each => ({ ...least, [key]: each }))),
    ...around([form, its], ['minProperties', 'maxProperties']).flatMap(count => [
      padded(least, count, value),
      padded(full, count, value),
      Object.fromEntries(Object.entries(full).slice(0, count)),
    ]),
  ].filter(isObject)
}
