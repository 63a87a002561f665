import { isNumber, type JsonObject } from '../load/json.ts'
import type { Bound } from './form.ts'
import { limitKeywords } from './keywords.ts'

/**
 * One limit for each keyword, from inclusive and exclusive ones of either dialect. Limits of integers are inclusive
 * integers: above 0 is from 1, and from 1.5 is from 2.
 */
export function limitsOf(
  leaves: readonly JsonObject[],
  types: ReadonlySet<string> | undefined,
): Map<string, Bound> {
  const limits = new Map<string, Bound>()
  const isInteger = types?.size === 1 && types.has('integer')
  for (const [keyword, end] of limitKeywords) {
    for (const bound of leaves.flatMap(leaf => boundsIn(leaf, keyword))) {
      // A count is never below 0.
      if (end === 'min' && keyword !== 'minimum' && bound.value <= 0) continue
      const before = limits.get(keyword)
      if (!before || isStricter(bound, before, end)) limits.set(keyword, bound)
    }
    const limit = limits.get(keyword)
    if (limit && isInteger) limits.set(keyword, whole(limit, end))
  }
  return limits
}

function boundsIn(leaf: JsonObject, keyword: string): Bound[] {
  const exclusive = leaf[`exclusive${keyword.replace(/^m/, 'M')}`]
  const value = leaf[keyword]
  return [
    ...(isNumber(value) ? [{ value, exclusive: exclusive === true }] : []),
    ...(isNumber(exclusive) ? [{ value: exclusive, exclusive: true }] : []),
  ]
}

export function isStricter(bound: Bound, other: Bound, end: 'min' | 'max'): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: a number may equal a bigint.
  if (bound.value == other.value) return bound.exclusive && !other.exclusive
  return end === 'min' ? bound.value > other.value : bound.value < other.value
}

function whole({ value, exclusive }: Bound, end: 'min' | 'max'): Bound {
  const step = end === 'min' ? 1 : -1
  if (typeof value === 'bigint') return { value: exclusive ? value + BigInt(step) : value, exclusive: false }
  const rounded = end === 'min' ? Math.ceil(value) : Math.floor(value)
  return { value: exclusive && rounded === value ? value + step : rounded, exclusive: false }
}
