import { isObject, type Json } from '../../src/load/json.ts'
import type { Conjunction, Form } from '../../src/normalise/form.ts'
import { generated, padded, type Sampler, text } from './sample.ts'

const probes: Json[] = [null, true, 'text', 1, 1.5, -1, 0, [], {}, '', ['text'], [1], '1']

/**
 * Values on both sides of every limit that one of two schemas has: some valid, some not.
 *
 * @param sampler The sampler of the schema that most of the values are meant for.
 * @param otherSampler The sampler of the schema on the other side.
 */
export function candidates(
  sampler: Sampler,
  schema: Conjunction,
  otherSampler: Sampler,
  otherSchema: Conjunction,
): Json[] {
  const [form, otherForm] = [sampler.normaliser.form(schema), otherSampler.normaliser.form(otherSchema)]
  const both = [form, otherForm]
  const all = [
    sampler.simple(schema),
    sampler.simple(schema, true),
    ...both.flatMap(each => [...(each.values?.values() ?? [])]),
    ...numbers(both),
    ...texts(both),
    ...arrays(sampler, form, otherSampler, otherForm),
    ...objects(sampler, form, otherSampler, otherForm),
    ...form.unions.flatMap(union =>
      union.branches.flatMap(branch => {
        const whole = [...form.whole.filter(leaf => leaf !== union.holder), ...branch]
        return [sampler.simple(whole), sampler.simple(whole, true)]
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

function arrays(sampler: Sampler, form: Form, otherSampler: Sampler, otherForm: Form): Json[] {
  const isArray = (each: Form) => each.types?.has('array') || each.items
  if (!isArray(form) && !isArray(otherForm)) return []
  const lengths = [...around([form, otherForm], ['minItems', 'maxItems']), 1, 2]
  const least = Number(form.limits.get('minItems')?.value ?? 0)
  return [
    ...lengths.map(length => sampler.array(form, length)),
    ...lengths.map(length => sampler.array({ ...form, hasUniqueItems: true }, length)),
    ...[...probes, otherSampler.simple(otherForm.items ?? [])].map(probe => [
      ...sampler.array(form, 0),
      ...Array<Json>(Math.max(1, least)).fill(probe),
    ]),
  ]
}

function objects(sampler: Sampler, form: Form, otherSampler: Sampler, otherForm: Form): Json[] {
  const isOne = (each: Form) =>
    each.types?.has('object') || each.properties.size + each.required.size > 0 || each.others !== undefined
  if (!isOne(form) && !isOne(otherForm)) return []
  const [least, full] = [sampler.object(form, false), sampler.object(form, true)]
  const names = [
    ...new Set([...form.properties.keys(), ...otherForm.properties.keys(), ...otherForm.required]),
  ]
  // The only pattern of names in random schemas is `^x`.
  const keys = ['x']
  const value = () => (form.others ? sampler.simple(form.others) : 'text')
  const fields = (name: string) => [
    sampler.simple(form.properties.get(name) ?? (form.others || [])),
    otherSampler.simple(otherForm.properties.get(name) ?? []),
  ]
  return [
    least,
    full,
    ...names.flatMap(name => fields(name).map(each => ({ ...least, [name]: each }))),
    ...names.map(name => Object.fromEntries(Object.entries(full).filter(([key]) => key !== name))),
    ...[...keys, 'other'].flatMap(key => [...probes, value()].map(each => ({ ...least, [key]: each }))),
    ...around([form, otherForm], ['minProperties', 'maxProperties']).flatMap(count => [
      padded(least, count, value),
      padded(full, count, value),
      Object.fromEntries(Object.entries(full).slice(0, count)),
    ]),
  ].filter(isObject)
}
