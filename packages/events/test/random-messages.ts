import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import fc from 'fast-check'

/** Random messages of a type in JSON form: names, decimal text for 64-bit integers, one field of a oneof. */
export function randomMessage({ fields, members }: DescMessage): fc.Arbitrary<Record<string, unknown>> {
  const values = fc.record(Object.fromEntries(fields.map(field => [field.jsonName, valuesOf(field)])), {
    requiredKeys: [],
  })
  const chosen = members.flatMap(member => (member.kind === 'oneof' ? member.fields.slice(-1) : [member]))
  const names = new Set(chosen.map(({ jsonName }) => jsonName))
  return values.map(message =>
    Object.fromEntries(Object.entries(message).filter(([name]) => names.has(name))),
  )
}

function valuesOf(field: DescField): fc.Arbitrary<unknown> {
  const single = singleValue(field)
  return field.fieldKind === 'list' ? fc.array(single, { minLength: 1, maxLength: 3 }) : single
}

/** Default values are left out, as JSON leaves them out. */
function singleValue(field: DescField): fc.Arbitrary<unknown> {
  if (field.message) return randomMessage(field.message)
  if (field.enum)
    return fc.constantFrom(...field.enum.values.filter(({ number }) => number > 0).map(({ name }) => name))
  switch (field.scalar) {
    case ScalarType.STRING:
      return fc.string({ minLength: 1, unit: 'grapheme' }).map(text => text.toWellFormed())
    case ScalarType.BYTES:
      return fc.uint8Array({ minLength: 1 }).map(bytes => Buffer.from(bytes).toString('base64'))
    case ScalarType.BOOL:
      return fc.constant(true)
    case ScalarType.INT64:
      return fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .filter(Boolean)
        .map(String)
    case ScalarType.UINT64:
      return fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String)
    case ScalarType.UINT32:
      return fc.integer({ min: 1, max: 2 ** 32 - 1 })
    case ScalarType.DOUBLE:
      return fc.double({ noNaN: true, noDefaultInfinity: true }).filter(Boolean)
    default:
      throw new Error(`no values for ${field}`)
  }
}

/** A message as both readers give it alike: integers as text, without default values and the library's own parts. */
export function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name, inner]) => name !== '$typeName' && !isLeftOut(inner))
  return Object.fromEntries(entries.map(([name, inner]) => [name, comparable(inner)]))
}

function isLeftOut(value: unknown): boolean {
  if (typeof value === 'string') return /^$|_UNSPECIFIED$/.test(value)
  if (Array.isArray(value)) return value.length === 0
  const isOneof = typeof value === 'object' && value !== null && 'case' in value
  return !value || isOneof
}
