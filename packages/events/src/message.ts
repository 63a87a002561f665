import type { MessageName } from './schema/fields.ts'

declare const name: unique symbol

/**
 * A message in the form of this package, from JSON or from bytes. Fields have their JSON names. An absent field has
 * its default value. Enum values are names, or the number as text where no release has a name. Integers are safe
 * numbers, bigints or decimal text. Bytes are standard base64. Fields outside the schema may be present, unchecked:
 * from bytes, those that `@bufbuild/protobuf` adds to its messages.
 */
export interface Message<Name extends MessageName = MessageName> {
  readonly [name]?: Name
}

/** An event without the form that its type requires. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent'
}

export function malformed(field: string, expected: string, value: unknown): MalformedEvent {
  return new MalformedEvent(`${field} must be ${expected}, not ${shown(value)}`)
}

/** Formats a value for a message: short, and on one line. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return JSON.stringify(typeof value === 'bigint' ? String(value) : value)?.slice(0, 60) ?? 'nothing'
}
