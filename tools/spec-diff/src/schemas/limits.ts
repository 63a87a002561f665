import type { Bound } from '../normalise/form.ts'
import { concerns, limitKeywords } from '../normalise/keywords.ts'
import { isStricter } from '../normalise/scalars.ts'
import type { SchemaPair } from './pair.ts'

export function compareLimits(pair: SchemaPair): void {
  const shared = ['string', 'number', 'array', 'object'].filter(type => pair.shares(type))
  for (const [keyword, end] of limitKeywords) {
    if (!shared.some(type => concerns(keyword, type))) continue
    const [from, to] = [pair.base.limits.get(keyword), pair.revision.limits.get(keyword)]
    const rule = keyword.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    if (!from && to) pair.differs(`${rule}-set`, { keyword, to: words(to) })
    if (from && !to) pair.differs(`${rule}-dropped`, { keyword, from: words(from) })
    if (!from || !to) continue
    const [stricter, looser] = end === 'max' ? ['lowered', 'raised'] : ['raised', 'lowered']
    const values = { keyword, from: words(from), to: words(to) }
    if (isStricter(to, from, end)) pair.differs(`${rule}-${stricter}`, values)
    if (isStricter(from, to, end)) pair.differs(`${rule}-${looser}`, values)
  }
}

function words({ value, exclusive }: Bound): number | bigint | string {
  return exclusive ? `${value} (exclusive)` : value
}
