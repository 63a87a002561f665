import type { Bound } from '../normalise/form.ts'
import { limitKeywords } from '../normalise/keywords.ts'
import type { Pairing } from './pairing.ts'

/** Compares limits on numbers and on counts. */
export function compareLimits(pairing: Pairing): void {
  const { base, revision } = pairing
  compare(pairing, 'minimum', 'min', base.lower, revision.lower)
  compare(pairing, 'maximum', 'max', base.upper, revision.upper)
  const plain = (value: number | bigint | undefined) =>
    value === undefined ? undefined : { value, exclusive: false }
  for (const [keyword, end] of limitKeywords)
    compare(pairing, keyword, end, plain(base.limits.get(keyword)), plain(revision.limits.get(keyword)))
}

function compare(pairing: Pairing, keyword: string, end: 'min' | 'max', from?: Bound, to?: Bound): void {
  const limit = keyword.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  if (!from && to) pairing.differs(`${limit}-set`, { keyword, to: words(to) })
  if (from && !to) pairing.differs(`${limit}-dropped`, { keyword, from: words(from) })
  if (!from || !to) return
  const isHigher = to.value > from.value || (to.value === from.value && differ(from, to, end) > 0)
  const isLower = to.value < from.value || (to.value === from.value && differ(from, to, end) < 0)
  if (isHigher) pairing.differs(`${limit}-raised`, { keyword, from: words(from), to: words(to) })
  if (isLower) pairing.differs(`${limit}-lowered`, { keyword, from: words(from), to: words(to) })
}

/** At the same value an exclusive lower bound is the higher one, an exclusive upper bound the lower one. */
function differ(from: Bound, to: Bound, end: 'min' | 'max'): number {
  const change = Number(to.exclusive) - Number(from.exclusive)
  return end === 'min' ? change : -change
}

function words({ value, exclusive }: Bound): number | bigint | string {
  return exclusive ? `${value} (exclusive)` : value
}
