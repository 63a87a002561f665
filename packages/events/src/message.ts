import type { MessageName } from './schema/messages.ts'

declare const name: unique symbol

/**
 * A message as this package reads it, from JSON or from bytes. Fields have their JSON names. An absent field has its
 * default value. Enum values are names, or the number as text where no release has a name. Integers are safe numbers,
 * bigints or decimal text, bytes are standard base64. Fields that the schema does not list may be there, unchecked.
 */
export interface Message<Name extends MessageName = MessageName> {
  readonly [name]?: Name
}

/** An event that does not have the shape that its type promises. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent'
}

/** Says that a field's value is not as expected. */
export function malformed(field: string, expected: string, value: unknown): MalformedEvent {
  return new MalformedEvent(`${field} must be ${expected}, not ${shown(value)}`)
}

/** A value in a message: short, and on one line. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return JSON.stringify(typeof value === 'bigint' ? String(value) : value)?.slice(0, 60) ?? 'nothing'
}
