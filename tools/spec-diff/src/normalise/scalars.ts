import type { Json } from '../load/json.ts'
import type { Form } from './form.ts'

/** True for a valid value; undefined where only a whole validator can tell, such as for an `if`. */
export type Validity = boolean | undefined

type Scalars = Pick<Form, 'limits' | 'patterns' | 'multiples'>

/** Checks a text or a number by the keywords about its type. */
export function* scalarChecks({ limits, patterns, multiples }: Scalars, value: Json): Generator<Validity> {
  if (typeof value === 'string') {
    yield* limitChecks(limits, 'Length', [...value].length)
    for (const pattern of patterns) yield fits(pattern, value)
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return
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
export function fits(pattern: string, text: string): Validity {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}
