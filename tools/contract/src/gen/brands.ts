import { componentName, type Schema } from './contract.ts'

/** The hand-written types of `@trading-network/types` for integers in text. */
export const brands = ['Amount', 'Int64String', 'Uint64String', 'UnixNanos']

const byFormat: Record<string, string> = { amount: 'Amount', int64: 'Int64String', uint64: 'Uint64String' }

/** Our type for a string with an integer of 64 bits, a timestamp or an amount; undefined for another schema. */
export function integerText({ type, format = '', pattern, 'x-tn-unit': unit }: Schema): string | undefined {
  const brand = unit === 'unix-nanoseconds' ? 'UnixNanos' : byFormat[format]
  if (type !== 'string' || !brand) return undefined
  // If the pattern allows an empty string (a market order's price), the type requires a check first.
  return pattern && new RegExp(pattern).test('') ? `${brand} | ''` : brand
}

/**
 * Our type for an open enum, the only union that lint allows, which admits any string. `& {}` keeps its names for editors;
 * undefined for another schema.
 */
export function openEnumText({ anyOf: [known] = [] }: Schema): string | undefined {
  return known && `${componentName(known)} | (string & {})`
}
