import { Buffer } from 'node:buffer'
import type { Message } from './message.ts'
import { malformed } from './message.ts'
import type { EnumValues } from './schema/enums.ts'
import type { Field, MessageType } from './schema/message-type.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A number in the JSON text is too large for an exact JavaScript number. */
export class InexactNumber extends Error {
  override readonly name = 'InexactNumber'
}

/**
 * Reads a message in protobuf's JSON form: JSON or original field names, enum values as names or numbers, null for an
 * absent field. A message that already has the form of {@link Message} is returned unchanged.
 *
 * @throws InexactNumber for an integer beyond 2^53 that was parsed as a number: parse the text with
 * {@link parseExactly}
 */
export function fromJson(type: MessageType, json: JsonObject): Message {
  let copy: Record<string, unknown> | undefined
  for (const key in json) {
    const field = type.byName.get(key)
    const value = json[key]
    if (!field || value === null) continue
    const read = field.repeated ? readList(field, value) : readValue(field, value)
    if (read === value && key === field.json) continue
    copy ??= { ...json }
    copy[field.json] = read
  }
  return (copy ?? json) as Message
}

/** Returns the name of an enum value, given by name or number; the number as text when it has no name. */
export function enumName(values: EnumValues, value: unknown, field: string): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' || !Number.isInteger(value)) throw malformed(field, 'an enum value', value)
  return values[value] ?? String(value)
}

/** Parses JSON text. Integers that are too large for an exact JavaScript number become their own text. */
export function parseExactly(text: string): unknown {
  const reviver = (_key: string, value: unknown, { source }: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
  // The third parameter is part of ES2026, which the library of this TypeScript does not know.
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

/** Most lists need no change and are returned unchanged. */
function readList(field: Field, value: unknown): unknown {
  if (!Array.isArray(value)) throw malformed(field.json, 'a list', value)
  const items: unknown[] = value.map(item => readValue(field, item))
  return items.every((item, index) => item === value[index]) ? value : items
}

function readValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'message':
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw malformed(field.json, 'an object', value)
      return fromJson(field.message as MessageType, value as JsonObject)
    case 'enum':
      return enumName(field.values, value, field.json)
    case 'int64':
    case 'uint64':
      if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new InexactNumber(field.json)
      return value
    case 'bytes':
      return typeof value === 'string' ? standardBase64(value, field.json) : value
    default:
      return value
  }
}

const STANDARD_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Converts base64 with or without padding, in either alphabet, to standard base64 with padding. */
function standardBase64(text: string, field: string): string {
  if (STANDARD_BASE64.test(text)) return text
  if (!/^[A-Za-z0-9+/_-]*=*$/.test(text)) throw malformed(field, 'base64', text)
  return Buffer.from(text, 'base64').toString('base64')
}
