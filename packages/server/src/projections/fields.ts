/** Reads the fields of a message by JSON name. The compiler checks their names and types against the schema. */
import {
  type EnumFieldOf,
  type FieldOf,
  type InnerMessage,
  type ListOf,
  type Message,
  type MessageName,
  malformed,
} from '@trading-network/events'

const INT64_MIN = -(2n ** 63n)
const INT64_MAX = 2n ** 63n - 1n
const UINT64_MAX = 2n ** 64n - 1n
const UINT32_MAX = 2n ** 32n - 1n

/** The id of most records, in either letter case. */
const HASH = /^[0-9a-f]{64}$/i
/** The id of an asset or of a signed resource: a hash, or a name such as VOTE. */
const SHORT_NAME = /^[0-9a-zA-Z]{1,64}$/

/** Any message. The functions below know the types of its fields. */
type Fields = Readonly<Record<string, unknown>>

/** Reads a field of one of these types. */
type Reader<Type, Result> = <Name extends MessageName>(
  message: Message<Name>,
  field: FieldOf<Name, Type>,
) => Result

/** A string; '' when absent. */
export const text: Reader<'string' | 'bytes', string> = textOf

/** The identifier of a record that must be there, in lower case. */
export const requiredId: Reader<'string', string> = (message, field) => hashOf(textOf(message, field), field)

/** The identifier of a record in lower case; '' when absent. */
export const id: Reader<'string', string> = (message, field) =>
  textOf(message, field) && requiredId(message, field)

/** The identifier of a party that must be there, in lower case, or `network`. */
export const requiredParty: Reader<'string', string> = (message, field) =>
  textOf(message, field) === 'network' ? 'network' : requiredId(message, field)

/** The identifier of a party in lower case, or `network`; '' when absent. */
export const party: Reader<'string', string> = (message, field) =>
  textOf(message, field) && requiredParty(message, field)

/** The identifier of an asset or of a signed resource: hashes in lower case, names as they are. */
export const requiredName: Reader<'string', string> = (message, field) => {
  const value = textOf(message, field)
  if (!SHORT_NAME.test(value)) throw malformed(field, 'an id of 1 to 64 letters and digits', value)
  return HASH.test(value) ? value.toLowerCase() : value
}

/** The name of an enum value, or its number as text where no release has a name; `unset` when absent. */
export function name<Name extends MessageName>(
  message: Message<Name>,
  field: EnumFieldOf<Name> | FieldOf<Name, 'string'>,
  unset: string,
): string {
  return textOf(message, field) || unset
}

/** A signed 64-bit integer; 0 when absent. */
export const int64: Reader<'int64', bigint> = (message, field) => within(message, field, INT64_MIN, INT64_MAX)

/** A signed 64-bit integer as decimal text like in responses; '0' when absent. */
export const int64Text: Reader<'int64', string> = (message, field) => String(int64(message, field))

/** An unsigned 64-bit integer as decimal text like in responses; '0' when absent. */
export const uint64Text: Reader<'uint64', string> = (message, field) =>
  String(within(message, field, 0n, UINT64_MAX))

/** An unsigned 64-bit integer for a column, such as a height or an epoch; 0 when absent. Columns end at 2^63 - 1. */
export const sequence: Reader<'uint64', bigint> = (message, field) => within(message, field, 0n, INT64_MAX)

/** An unsigned 32-bit integer; 0 when absent. */
export const uint32: Reader<'uint32', number> = (message, field) =>
  Number(within(message, field, 0n, UINT32_MAX))

/** A time in seconds as nanoseconds; 0 when absent. */
export const secondsAsNanos: Reader<'int64', bigint> = (message, field) => {
  const seconds = int64(message, field)
  const nanos = seconds * 1_000_000_000n
  if (nanos < INT64_MIN || nanos > INT64_MAX) throw malformed(field, 'a time in seconds', seconds)
  return nanos
}

/** A non-negative integer of any size as text, as the contract's amounts are; '0' when absent. */
export const amount = numberIn(/^(0|[1-9]\d*)$/, 'a non-negative integer without leading zeros in a string')

/** A non-negative plain decimal as text; '0' when absent. */
export const decimal = numberIn(
  /^(0|[1-9]\d*)(\.\d+)?$/,
  'a non-negative decimal without leading zeros in a string',
)

/** A share from 0 to 1 as text; '0' when absent. */
export const share = numberIn(/^(0(\.\d+)?|1(\.0+)?)$/, 'a decimal from 0 to 1 in a string')

/** A boolean; false when absent. */
export const flag: Reader<'bool', boolean> = (message, field) => {
  const value = (message as Fields)[field] ?? false
  if (typeof value !== 'boolean') throw malformed(field, 'true or false', value)
  return value
}

/** Returns true if a field of a oneof, or an optional field, is present. */
export const has: Reader<unknown, boolean> = (message, field) =>
  ((message as Fields)[field] ?? undefined) !== undefined

export function message<Name extends MessageName, Field extends FieldOf<Name, MessageName>>(
  parent: Message<Name>,
  field: Field,
): Message<InnerMessage<Name, Field>> | undefined {
  return ((parent as Fields)[field] ?? undefined) as Message<InnerMessage<Name, Field>> | undefined
}

/** A list of messages; empty when absent. */
export function messages<Name extends MessageName, Field extends ListOf<Name, MessageName>>(
  parent: Message<Name>,
  field: Field,
): readonly Message<InnerMessage<Name, Field>>[] {
  return ((parent as Fields)[field] ?? []) as Message<InnerMessage<Name, Field>>[]
}

/** A list of identifiers; empty when absent. */
export function ids<Name extends MessageName>(
  parent: Message<Name>,
  field: ListOf<Name, 'string'>,
): string[] {
  const values = ((parent as Fields)[field] ?? []) as unknown[]
  return values.map(value => {
    if (typeof value !== 'string') throw malformed(field, 'a list of ids', value)
    return hashOf(value, field)
  })
}

function textOf(message: Message, field: string): string {
  const value = (message as Fields)[field]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw malformed(field, 'a string', value)
  // Half a surrogate pair is invalid text: PostgreSQL refuses it, and SQLite would store text that no response may
  // contain.
  return value.toWellFormed()
}

function numberIn(form: RegExp, described: string): Reader<'string', string> {
  return (message, field) => {
    const value = textOf(message, field) || '0'
    if (!form.test(value)) throw malformed(field, described, value)
    return value
  }
}

function hashOf(value: string, field: string): string {
  if (!HASH.test(value)) throw malformed(field, 'an id of 64 hexadecimal digits', value)
  return value.toLowerCase()
}

function within(message: Message, field: string, minimum: bigint, maximum: bigint): bigint {
  // Events have integers as numbers, bigints or digits.
  const value = ((message as Fields)[field] ?? 0) as number | bigint | string
  const number = BigInt(value)
  if (number < minimum || number > maximum)
    throw malformed(field, `an integer from ${minimum} to ${maximum}`, value)
  return number
}
