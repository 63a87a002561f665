import { isNumber, type Json, type JsonObject } from '../load/json.ts'
import { type Bound, type Form, setOf } from './form.ts'
import { limitKeywords, statedBy } from './keywords.ts'

/** True for a valid value; undefined where only a whole validator can tell, such as for an `if`. */
export type Validity = boolean | undefined

/** The limits of a schema, and its keywords about texts and numbers. */
type Scalars = Pick<Form, 'limits' | 'patterns' | 'multiples'>

export function scalarsOf(leaves: readonly JsonObject[], types: Form['types']): Scalars {
  const isInteger = types?.size === 1 && types.has('integer')
  const patterns = statedBy(leaves, 'pattern').map(String)
  const multiples = statedBy(leaves, 'multipleOf') as number[]
  return {
    limits: limitsOf(leaves, isInteger),
    // Every text fits these patterns.
    patterns: setOf(patterns.filter(pattern => !['', '^', '.*', '^.*$', '^.*'].includes(pattern))),
    multiples: setOf(multiples.filter(each => each !== 1 || !isInteger)),
  }
}

/**
 * One limit for each keyword, from inclusive and exclusive ones of either dialect. Limits of integers are inclusive
 * integers: above 0 is from 1, and from 1.5 is from 2.
 */
function limitsOf(leaves: readonly JsonObject[], isInteger: boolean): Map<string, Bound> {
  const limits = new Map<string, Bound>()
  for (const keyword of limitKeywords) {
    for (const bound of leaves.flatMap(leaf => boundsIn(leaf, keyword))) {
      // A count is never below 0.
      if (/^min[A-Z]/.test(keyword) && bound.value <= 0) continue
      const before = limits.get(keyword)
      if (!before || isStricter(keyword, bound, before)) limits.set(keyword, bound)
    }
    const limit = limits.get(keyword)
    if (limit && isInteger) limits.set(keyword, whole(keyword, limit))
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

/** True for a keyword of an upper limit. */
export function isMaximum(keyword: string): boolean {
  return keyword.startsWith('max')
}

export function isStricter(keyword: string, bound: Bound, other: Bound): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: a number may equal a bigint.
  if (bound.value == other.value) return bound.exclusive && !other.exclusive
  return isMaximum(keyword) ? bound.value < other.value : bound.value > other.value
}

function whole(keyword: string, { value, exclusive }: Bound): Bound {
  const step = isMaximum(keyword) ? -1 : 1
  if (typeof value === 'bigint') return { value: exclusive ? value + BigInt(step) : value, exclusive: false }
  const rounded = isMaximum(keyword) ? Math.floor(value) : Math.ceil(value)
  return { value: exclusive && rounded === value ? value + step : rounded, exclusive: false }
}

/** Checks a text or a number by the keywords about its type. */
export function* scalarChecks({ limits, patterns, multiples }: Scalars, value: Json): Generator<Validity> {
  if (typeof value === 'string') {
    yield* limitChecks(limits, 'Length', [...value].length)
    for (const pattern of patterns) yield fits(pattern, value)
  }
  if (!isNumber(value)) return
  yield* limitChecks(limits, 'imum', value)
  for (const divisor of multiples) yield isMultiple(value, divisor)
}

/** Checks a number, or a count of characters, items or fields, by its two limits. */
export function* limitChecks(
  limits: Form['limits'],
  suffix: string,
  value: number | bigint,
): Generator<Validity> {
  const [least, most] = [limits.get(`min${suffix}`), limits.get(`max${suffix}`)]
  if (least) yield least.exclusive ? value > least.value : value >= least.value
  if (most) yield most.exclusive ? value < most.value : value <= most.value
}

export function isMultiple(value: number | bigint, divisor: number | bigint): boolean {
  const factor = Number(value) / Number(divisor)
  return Math.abs(factor - Math.round(factor)) < 1e-9
}

/** True if a text fits a regular expression; undefined for an invalid one. */
function fits(pattern: string, text: string): Validity {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}
