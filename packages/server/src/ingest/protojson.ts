/** Reading protobuf's JSON form: an absent field has its default value, 64-bit integers are strings. */

/** A message in JSON form, not yet checked. */
export type Message = Readonly<Record<string, unknown>>

/** An event that does not have the shape its type promises. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent'
}

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n
const UINT64_MAX = 2n ** 64n - 1n

/** A string; '' when absent. */
export function text(message: Message, field: string): string {
  const value = message[field]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw malformed(field, 'a string', value)
  return value
}

/** An identifier: hexadecimal ids in lower case, names as they are. */
export function id(message: Message, field: string): string {
  const value = text(message, field)
  return /^[0-9A-Fa-f]{64}$/.test(value) ? value.toLowerCase() : value
}

/** An identifier that names a record, so it must be there. */
export function requiredId(message: Message, field: string): string {
  const value = id(message, field)
  if (value === '') throw malformed(field, 'an id', '')
  return value
}

/** The name of an enum value; `unset` when absent. */
export function name(message: Message, field: string, unset: string): string {
  return text(message, field) || unset
}

/** A signed 64-bit integer; 0 when absent. Sort and filter columns hold no others. */
export function integer(message: Message, field: string): bigint {
  return within(message, field, INT64_MAX)
}

/** A 64-bit integer, signed or not, as decimal text, as answers carry it; '0' when absent. */
export function digits(message: Message, field: string): string {
  return String(within(message, field, UINT64_MAX))
}

/** A time in seconds as nanoseconds; 0 when absent. */
export function secondsAsNanos(message: Message, field: string): bigint {
  const nanos = integer(message, field) * 1_000_000_000n
  if (nanos < INT64_MIN || nanos > INT64_MAX) throw malformed(field, 'a time in seconds', message[field])
  return nanos
}

/** A non-negative integer of any size as text, as the contract's amounts are; '0' when absent. */
export function amount(message: Message, field: string): string {
  const value = text(message, field) || '0'
  if (!/^\d+$/.test(value)) throw malformed(field, 'a non-negative integer in a string', value)
  return value
}

/** A non-negative plain decimal as text; '0' when absent. */
export function decimal(message: Message, field: string): string {
  const value = text(message, field) || '0'
  if (!/^\d+(\.\d+)?$/.test(value)) throw malformed(field, 'a non-negative decimal in a string', value)
  return value
}

/** A boolean; false when absent. */
export function flag(message: Message, field: string): boolean {
  const value = message[field] ?? false
  if (typeof value !== 'boolean') throw malformed(field, 'true or false', value)
  return value
}

/** A message inside a message. */
export function message(parent: Message, field: string): Message | undefined {
  const value = parent[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw malformed(field, 'an object', value)
  return value as Message
}

/** A list of messages; empty when absent. */
export function messages(parent: Message, field: string): Message[] {
  return list(parent, field).map((value, index) => {
    const item = message({ [field]: value }, field)
    if (!item) throw malformed(`${field}[${index}]`, 'an object', value)
    return item
  })
}

/** A list of identifiers; empty when absent. */
export function ids(parent: Message, field: string): string[] {
  return list(parent, field).map(value => requiredId({ [field]: value }, field))
}

function within(message: Message, field: string, most: bigint): bigint {
  const value = message[field] ?? '0'
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof digits !== 'string' || !/^-?\d{1,20}$/.test(digits)) throw malformed(field, 'an integer', value)
  const number = BigInt(digits)
  if (number < INT64_MIN || number > most) throw malformed(field, 'a 64-bit integer', value)
  return number
}

function list(parent: Message, field: string): unknown[] {
  const value = parent[field] ?? []
  if (!Array.isArray(value)) throw malformed(field, 'a list', value)
  return value
}

function malformed(field: string, expected: string, value: unknown): MalformedEvent {
  return new MalformedEvent(`${field} must be ${expected}, not ${shown(value)}`)
}

/** A value as a message shows it. Lists and objects may be too deep to be written. */
function shown(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.slice(0, 60)
  return Array.isArray(value) ? 'a list' : 'an object'
}
