import type { Schema } from './contract.ts'

/** The hand-written types of `@trading-network/types` for integers in text. */
export const brands = ['Amount', 'Int64String', 'Uint64String', 'UnixNanos'] as const

const byFormat: Record<string, (typeof brands)[number]> = {
  amount: 'Amount',
  int64: 'Int64String',
  uint64: 'Uint64String',
}

/** The type of a string that holds a 64-bit integer, a timestamp or an amount; undefined for another schema. */
export function brandOf(schema: Schema): (typeof brands)[number] | undefined {
  if (schema.type !== 'string') return undefined
  if (schema['x-tn-unit'] === 'unix-nanoseconds') return 'UnixNanos'
  return byFormat[schema.format ?? '']
}

/** True if the pattern allows an empty string, as for the price of a market order. Its type requires a check first. */
export function mayBeEmpty({ pattern }: Schema): boolean {
  return pattern !== undefined && new RegExp(pattern).test('')
}
