import fc from 'fast-check'
import type { MessageName } from '../src/index.ts'
import { type Field, type MessageType, messageType } from '../src/index.ts'

/**
 * Random messages of a type in JSON form: names, decimal text for 64-bit integers, no retired fields, one of a oneof.
 */
export function randomMessage(name: MessageName): fc.Arbitrary<Record<string, unknown>> {
  return messageOf(messageType(name))
}

function messageOf(type: MessageType): fc.Arbitrary<Record<string, unknown>> {
  const fields = type.fields.filter(({ retired }) => !retired)
  const record = fc.record(Object.fromEntries(fields.map(field => [field.json, fieldValue(field)])), {
    requiredKeys: [],
  })
  return record.map(message => {
    const oneofs = new Map(fields.filter(({ oneof }) => oneof).map(field => [field.oneof, field.json]))
    return Object.fromEntries(
      Object.entries(message).filter(([json]) => {
        const oneof = type.byName.get(json)?.oneof
        return oneof === undefined || oneofs.get(oneof) === json
      }),
    )
  })
}

function fieldValue(field: Field): fc.Arbitrary<unknown> {
  const one = singleValue(field)
  return field.repeated ? fc.array(one, { minLength: 1, maxLength: 3 }) : one
}

function singleValue({ kind, values, message }: Field): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'message':
      return messageOf(message as MessageType)
    case 'enum':
      return fc.constantFrom(...values.filter((value, number) => value !== undefined && number > 0))
    case 'string':
      return fc.string({ minLength: 1, unit: 'grapheme' }).map(text => text.toWellFormed())
    case 'bytes':
      return fc.uint8Array({ minLength: 1 }).map(bytes => Buffer.from(bytes).toString('base64'))
    case 'bool':
      return fc.constant(true)
    case 'int64':
      return fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .filter(Boolean)
        .map(String)
    case 'uint64':
      return fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }).map(String)
    case 'uint32':
      return fc.integer({ min: 1, max: 2 ** 32 - 1 })
    case 'double':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).filter(Boolean)
  }
}

/** A message as both readers give it alike: integers as text. */
export function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]))
}
