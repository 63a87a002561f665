import type { EnumFieldOf, FieldOf, InnerMessage, ListOf, MessageName } from '@trading-network/events'

/**
 * A message of the schema. Integers are numbers or bigints; {@link protojson} writes them and leaves out default
 * values.
 */
export type Draft<Name extends MessageName> = {
  [Field in EnumFieldOf<Name> | FieldOf<Name, 'string' | 'bytes'>]?: string | undefined
} & {
  [Field in FieldOf<Name, 'uint32' | 'uint64' | 'int64' | 'double'>]?: number | bigint | undefined
} & {
  [Field in FieldOf<Name, 'bool'>]?: boolean | undefined
} & {
  [Field in FieldOf<Name, MessageName>]?: Draft<InnerMessage<Name, Field>> | undefined
} & {
  [Field in ListOf<Name, 'string'>]?: readonly string[]
} & {
  [Field in ListOf<Name, MessageName>]?: readonly Draft<InnerMessage<Name, Field>>[]
}

/** The only fields that are numbers in protojson, since they have fewer than 64 bits. */
const NUMBERS = new Set(['proportion', 'scalingFactor'])

/** Writes a message as networks do: without default values, and 64-bit integers as text. */
export function protojson(message: object): string {
  return JSON.stringify(message, (field, value: unknown) => {
    if (!value || (Array.isArray(value) && value.length === 0)) return undefined
    const isInteger = typeof value === 'bigint' || typeof value === 'number'
    return isInteger && !NUMBERS.has(field) ? String(value) : value
  })
}
