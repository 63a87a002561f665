import { isDeepStrictEqual } from 'node:util'
import { defined } from '../load/json.ts'
import type { Bound, Form } from '../normalise/form.ts'
import { concerns, limitKeywords } from '../normalise/keywords.ts'
import { isMaximum, isMultiple, isStricter } from '../normalise/scalars.ts'
import { valueSunset } from './deprecation.ts'
import type { SchemaPair } from './pair.ts'

export function compareValues(pair: SchemaPair): void {
  compareEnums(pair)
  compareFormats(pair)
  comparePatterns(pair)
  compareMultiples(pair)
  compareDefaults(pair)
  compareLimits(pair)
  const { base, revision } = pair
  if (base.hasUniqueItems !== revision.hasUniqueItems)
    pair.differs(revision.hasUniqueItems ? 'unique-items-set' : 'unique-items-dropped', {
      keyword: 'uniqueItems',
    })
  if (base.encoding !== revision.encoding) {
    const [from, to] = [base.encoding ?? 'plain text', revision.encoding ?? 'plain text']
    pair.differs('content-encoding-changed', { keyword: 'contentEncoding', from, to })
  }
}

type Values = Form['values']

function compareEnums(pair: SchemaPair): void {
  const { base, revision } = pair
  const keyword = 'enum'
  const [from, to] = [base.values, revision.values]
  if (from && to && base.isOpenEnum !== revision.isOpenEnum)
    pair.differs(revision.isOpenEnum ? 'enum-opened' : 'enum-closed', { keyword: 'anyOf' })
  if (from && !to) {
    const rule = base.isOpenEnum ? 'open-enum-dropped' : 'enum-dropped'
    pair.differs(rule, { keyword, from: [...from.values()] })
  }
  if (to && !from && !revision.isOpenEnum) pair.differs('enum-set', { keyword, to: [...to.values()] })
  if (!to || (!from && !revision.isOpenEnum)) return
  const wasOpen = base.isOpenEnum || !from
  const removed = wasOpen && revision.isOpenEnum ? 'open-enum-value-removed' : 'enum-value-removed'
  const missing = (values: Values, others: Values) =>
    [...(values ?? [])].filter(([text]) => !others?.has(text)).map(([, value]) => value)
  // Values with another announced sunset are another difference.
  for (const [sunset, values] of Map.groupBy(missing(from, to), value => valueSunset(base, value)))
    pair.differs(removed, { keyword, from: values, ...defined({ sunset }) })
  const added = missing(to, from)
  if (added.length > 0)
    pair.differs(wasOpen ? 'open-enum-value-added' : 'enum-value-added', { keyword, to: added })
}

/** Formats that include all values of another one: every int32 is an int64. */
const wider: Record<string, readonly string[]> = {
  int8: ['int16', 'int32', 'int64'],
  int16: ['int32', 'int64'],
  int32: ['int64'],
  uint8: ['uint16', 'uint32', 'uint64', 'int16', 'int32', 'int64'],
  uint16: ['uint32', 'uint64', 'int32', 'int64'],
  uint32: ['uint64', 'int64'],
  float: ['double'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  iri: ['iri-reference'],
}

function compareFormats(pair: SchemaPair): void {
  const text = ({ formats }: Form) => [...formats].sort().join(' and ') || undefined
  const [from, to] = [text(pair.base), text(pair.revision)]
  if (from !== to) pair.differs(formatRule(from, to), { keyword: 'format', ...defined({ from, to }) })
}

function formatRule(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return 'format-set'
  if (to === undefined) return 'format-dropped'
  if (wider[from]?.includes(to)) return 'format-widened'
  return wider[to]?.includes(from) ? 'format-narrowed' : 'format-changed'
}

function comparePatterns(pair: SchemaPair): void {
  const [before, after] = [pair.base.patterns, pair.revision.patterns]
  const from = [...before].filter(pattern => !after.has(pattern)).join(' and ')
  const to = [...after].filter(pattern => !before.has(pattern)).join(' and ')
  if (from && to) pair.differs('pattern-changed', { keyword: 'pattern', from, to })
  else if (to) pair.differs('pattern-set', { keyword: 'pattern', to })
  else if (from) pair.differs('pattern-dropped', { keyword: 'pattern', from })
}

function compareMultiples(pair: SchemaPair): void {
  const [before, after] = [[...pair.base.multiples].sort(), [...pair.revision.multiples].sort()]
  if (isDeepStrictEqual(before, after)) return
  const [keyword, from, to] = ['multipleOf', before.join(' and '), after.join(' and ')]
  if (isImplied(before, after)) pair.differs('multiple-set', { keyword, to })
  else if (isImplied(after, before)) pair.differs('multiple-dropped', { keyword, from })
  else pair.differs('multiple-changed', { keyword, from, to })
}

type Numbers = readonly (number | bigint)[]

/** True if a multiple of all the second numbers is one of all the first. */
function isImplied(first: Numbers, second: Numbers): boolean {
  return first.every(divisor => second.some(number => isMultiple(number, divisor)))
}

export function compareDefaults(pair: SchemaPair): void {
  const [before, after] = [pair.base.default, pair.revision.default]
  if (isDeepStrictEqual(before?.value, after?.value)) return
  const details = { keyword: 'default', ...defined({ from: before?.value, to: after?.value }) }
  if (pair.carriage.carrier === 'required-text') pair.differs('default-of-required-changed', details)
  else if (!before) pair.differs('default-added', details)
  else pair.differs(after ? 'default-changed' : 'default-removed', details)
}

function compareLimits(pair: SchemaPair): void {
  const shared = ['string', 'number', 'array', 'object'].filter(type => pair.shares(type))
  for (const keyword of limitKeywords) {
    if (!shared.some(type => concerns(keyword, type))) continue
    const [from, to] = [pair.base.limits.get(keyword), pair.revision.limits.get(keyword)]
    const rule = keyword.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    if (!from && to) pair.differs(`${rule}-set`, { keyword, to: words(to) })
    if (from && !to) pair.differs(`${rule}-dropped`, { keyword, from: words(from) })
    if (!from || !to) continue
    const [stricter, looser] = isMaximum(keyword) ? ['lowered', 'raised'] : ['raised', 'lowered']
    const values = { keyword, from: words(from), to: words(to) }
    if (isStricter(keyword, to, from)) pair.differs(`${rule}-${stricter}`, values)
    if (isStricter(keyword, from, to)) pair.differs(`${rule}-${looser}`, values)
  }
}

function words({ value, exclusive }: Bound): number | bigint | string {
  return exclusive ? `${value} (exclusive)` : value
}
