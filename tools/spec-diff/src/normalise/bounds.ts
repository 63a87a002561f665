import type { JsonObject } from '../load/json.ts'
import type { Bound } from './form.ts'

/**
 * One lower and one upper bound out of inclusive and exclusive ones of either dialect. Bounds of integers are
 * inclusive: above 0 is from 1.
 */
export function boundsOf(leaves: readonly JsonObject[], types: ReadonlySet<string> | undefined) {
  const lower = strictest(leaves, 'minimum', 'exclusiveMinimum', (one, other) => one > other)
  const upper = strictest(leaves, 'maximum', 'exclusiveMaximum', (one, other) => one < other)
  const isInteger = types?.size === 1 && types.has('integer')
  return {
    ...(lower ? { lower: isInteger ? inclusive(lower, 1) : lower } : {}),
    ...(upper ? { upper: isInteger ? inclusive(upper, -1) : upper } : {}),
  }
}

function strictest(
  leaves: readonly JsonObject[],
  keyword: string,
  exclusiveKeyword: string,
  isStricter: (one: Bound['value'], other: Bound['value']) => boolean,
): Bound | undefined {
  let found: Bound | undefined
  const consider = (bound: Bound) => {
    const wins = !found || isStricter(bound.value, found.value)
    if (wins || (found?.value === bound.value && bound.exclusive)) found = bound
  }
  for (const leaf of leaves) {
    const value = leaf[keyword]
    const exclusive = leaf[exclusiveKeyword]
    if (isNumber(value)) consider({ value, exclusive: exclusive === true })
    if (isNumber(exclusive)) consider({ value: exclusive, exclusive: true })
  }
  return found
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function inclusive({ value, exclusive }: Bound, step: 1 | -1): Bound {
  if (!exclusive) return { value, exclusive }
  if (typeof value === 'bigint') return { value: value + BigInt(step), exclusive: false }
  if (Number.isInteger(value)) return { value: value + step, exclusive: false }
  return { value: step === 1 ? Math.ceil(value) : Math.floor(value), exclusive: false }
}
