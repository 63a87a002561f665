import type { Bound } from '../normalise/form.ts'
import { limitKeywords } from '../normalise/keywords.ts'
import type { SchemaPair } from './pair.ts'

/** Compares limits on numbers and on counts. */
export function compareLimits(pair: SchemaPair): void {
  const { base, revision } = pair
  compareLimit(pair, 'minimum', 'min', base.lower, revision.lower)
  compareLimit(pair, 'maximum', 'max', base.upper, revision.upper)
  for (const [keyword, end] of limitKeywords)
    compareLimit(pair, keyword, end, boundOf(base, keyword), boundOf(revision, keyword))
}

function boundOf({ limits }: SchemaPair['base'], keyword: string): Bound | undefined {
  const value = limits.get(keyword)
  return value === undefined ? undefined : { value, exclusive: false }
}

function compareLimit(pair: SchemaPair, keyword: string, end: 'min' | 'max', from?: Bound, to?: Bound): void {
  const limit = keyword.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  if (!from && to) pair.differs(`${limit}-set`, { keyword, to: words(to) })
  if (from && !to) pair.differs(`${limit}-dropped`, { keyword, from: words(from) })
  if (!from || !to) return
  const change = difference(from, to, end)
  if (change === 0) return
  pair.differs(`${limit}-${change > 0 ? 'raised' : 'lowered'}`, { keyword, from: words(from), to: words(to) })
}

/** Above 0 if the bound is higher. An exclusive lower bound is above the inclusive one, an exclusive upper one below. */
function difference(from: Bound, to: Bound, end: 'min' | 'max'): number {
  if (to.value !== from.value) return to.value > from.value ? 1 : -1
  const change = Number(to.exclusive) - Number(from.exclusive)
  return end === 'min' ? change : -change
}

function words({ value, exclusive }: Bound): number | bigint | string {
  return exclusive ? `${value} (exclusive)` : value
}
