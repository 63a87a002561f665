import { canonical } from '../load/json.ts'
import { valueSunset } from './deprecation.ts'
import type { Pairing } from './pairing.ts'

/** Compares which values are admitted: enum, format, pattern and the like. */
export function compareValues(pairing: Pairing): void {
  compareEnums(pairing)
  compareFormats(pairing)
  comparePatterns(pairing)
  compareMultiples(pairing)
  compareDefaults(pairing)
  const { base, revision } = pairing
  if (base.hasUniqueItems !== revision.hasUniqueItems)
    pairing.differs(revision.hasUniqueItems ? 'unique-items-set' : 'unique-items-dropped', {
      keyword: 'uniqueItems',
    })
  if (base.encoding !== revision.encoding) {
    const [from, to] = [base.encoding ?? 'plain text', revision.encoding ?? 'plain text']
    pairing.differs('content-encoding-changed', { keyword: 'contentEncoding', from, to })
  }
}

function compareEnums(pairing: Pairing): void {
  const { base, revision } = pairing
  const keyword = 'enum'
  const [from, to] = [base.values, revision.values]
  if (from && to && base.isOpenEnum !== revision.isOpenEnum)
    pairing.differs(revision.isOpenEnum ? 'enum-opened' : 'enum-closed', { keyword: 'anyOf' })
  if (from && !to)
    pairing.differs(base.isOpenEnum ? 'open-enum-dropped' : 'enum-dropped', {
      keyword,
      from: [...from.values()],
    })
  if (to && !from && !revision.isOpenEnum) pairing.differs('enum-set', { keyword, to: [...to.values()] })
  if (!to || (!from && !revision.isOpenEnum)) return
  const isOpen = base.isOpenEnum || !from
  const [added, removed] = isOpen
    ? ['open-enum-value-added', revision.isOpenEnum ? 'open-enum-value-removed' : 'enum-value-removed']
    : ['enum-value-added', 'enum-value-removed']
  for (const [text, value] of from ?? [])
    if (!to.has(text)) pairing.differs(removed, { keyword, from: value, ...valueSunset(base, value) })
  for (const [text, value] of to) if (!from?.has(text)) pairing.differs(added, { keyword, to: value })
}

/** Formats by what they include: every int32 is an int64. */
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

function compareFormats(pairing: Pairing): void {
  const from = [...pairing.base.formats].sort().join(' and ')
  const to = [...pairing.revision.formats].sort().join(' and ')
  if (from === to) return
  const words = { keyword: 'format', ...(from ? { from } : {}), ...(to ? { to } : {}) }
  if (!from) pairing.differs('format-set', words)
  else if (!to) pairing.differs('format-dropped', words)
  else if (wider[from]?.includes(to)) pairing.differs('format-widened', words)
  else if (wider[to]?.includes(from)) pairing.differs('format-narrowed', words)
  else pairing.differs('format-changed', words)
}

function comparePatterns(pairing: Pairing): void {
  const gone = [...pairing.base.patterns].filter(pattern => !pairing.revision.patterns.has(pattern))
  const come = [...pairing.revision.patterns].filter(pattern => !pairing.base.patterns.has(pattern))
  const [from, to] = [gone.join(' and '), come.join(' and ')]
  if (from && to) pairing.differs('pattern-changed', { keyword: 'pattern', from, to })
  else if (to) pairing.differs('pattern-set', { keyword: 'pattern', to })
  else if (from) pairing.differs('pattern-dropped', { keyword: 'pattern', from })
}

function compareMultiples(pairing: Pairing): void {
  const [from, to] = [[...pairing.base.multiples], [...pairing.revision.multiples]]
  if (canonical(from.sort()) === canonical(to.sort())) return
  const keyword = 'multipleOf'
  const divides = (one: number | bigint, other: number | bigint) => {
    const factor = Number(other) / Number(one)
    return Math.abs(factor - Math.round(factor)) < 1e-9
  }
  const isAll = (these: typeof from, of: typeof from) =>
    these.every(each => of.some(other => divides(each, other)))
  if (isAll(from, to)) pairing.differs('multiple-set', { keyword, to: to.join(' and ') })
  else if (isAll(to, from)) pairing.differs('multiple-dropped', { keyword, from: from.join(' and ') })
  else pairing.differs('multiple-changed', { keyword, from: from.join(' and '), to: to.join(' and ') })
}

function compareDefaults(pairing: Pairing): void {
  const [from, to] = [pairing.base.default, pairing.revision.default]
  if (canonical(from?.value) === canonical(to?.value)) return
  const words = { keyword: 'default', ...(from ? { from: from.value } : {}), ...(to ? { to: to.value } : {}) }
  if (pairing.carrier === 'required-text') pairing.differs('default-of-required-changed', words)
  else if (!from) pairing.differs('default-added', words)
  else pairing.differs(to ? 'default-changed' : 'default-removed', words)
}
