import { Buffer } from 'node:buffer'
import { type DescEnum, type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { type Message, malformed } from './message.ts'

export type JsonObject = Readonly<Record<string, unknown>>

const INTEGERS = new Set([ScalarType.INT64, ScalarType.UINT64, ScalarType.UINT32])

/**
 * Reads a message in protobuf's JSON form: JSON or original field names, enum values as names or numbers, null for an
 * absent field. A message that already has the form of {@link Message} is returned unchanged.
 */
export function fromJson(type: DescMessage, json: JsonObject): Message {
  let copy: Record<string, unknown> | undefined
  for (const field of type.fields) {
    const value = json[field.jsonName] ?? json[field.name]
    if (value === undefined || value === null) continue
    const read = field.fieldKind === 'list' ? readList(field, value) : readValue(field, value)
    if (read === json[field.jsonName]) continue
    copy ??= { ...json }
    copy[field.jsonName] = read
  }
  return (copy ?? json) as Message
}

/** Returns the name of an enum value, given by name or number; the number as text when it has no name. */
export function enumName(type: DescEnum, value: unknown, field: string): string {
  // A number may be text, as in this package's own messages.
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'string') return number
  if (typeof number !== 'number' || !Number.isInteger(number)) throw malformed(field, 'an enum value', value)
  return type.value[number]?.name ?? String(number)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Most lists need no change and are returned unchanged. */
function readList(field: DescField, value: unknown): unknown {
  if (!Array.isArray(value)) throw malformed(field.jsonName, 'a list', value)
  const items: unknown[] = value.map(item => readValue(field, item))
  return items.every((item, index) => item === value[index]) ? value : items
}

function readValue(field: DescField, value: unknown): unknown {
  if (field.message) {
    if (!isObject(value)) throw malformed(field.jsonName, 'an object', value)
    return fromJson(field.message, value)
  }
  if (field.enum) return enumName(field.enum, value, field.jsonName)
  if (field.scalar !== undefined && INTEGERS.has(field.scalar)) return exactInteger(value, field.jsonName)
  return field.scalar === ScalarType.BYTES && typeof value === 'string'
    ? standardBase64(value, field.jsonName)
    : value
}

/** Digits with a point or an exponent, which protobuf's JSON form allows. */
const DECIMAL = /^(-?\d{1,20})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/

/** Returns an integer as it is, or as plain digits when it has a point or an exponent. */
function exactInteger(value: unknown, field: string): unknown {
  if (typeof value === 'string' ? /^-?\d+$/.test(value) : Number.isSafeInteger(value)) return value
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? []
  const zeros = Number(exponent) - fraction.length
  const digits = `${whole}${fraction}`
  if (typeof value !== 'string' || whole === undefined || (zeros < 0 && !/^0*$/.test(digits.slice(zeros))))
    throw malformed(field, 'an integer', value)
  return zeros < 0 ? digits.slice(0, zeros) || '0' : digits + '0'.repeat(zeros)
}

const STANDARD_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Converts base64 with or without padding, in either alphabet, to standard base64 with padding. */
function standardBase64(text: string, field: string): string {
  if (STANDARD_BASE64.test(text)) return text
  if (!/^[A-Za-z0-9+/_-]*=*$/.test(text)) throw malformed(field, 'base64', text)
  return Buffer.from(text, 'base64').toString('base64')
}
