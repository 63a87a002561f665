import type { EnumName, Fields } from '../generated/schema.ts'

export type MessageName = keyof Fields

/** The JSON names of a message's fields of a type: a scalar such as `'uint64'`, or the full name of an enum or message. */
export type FieldOf<Name extends MessageName, Type> = {
  [Field in keyof Fields[Name] & string]: Fields[Name][Field] extends Type ? Field : never
}[keyof Fields[Name] & string]

/** The JSON names of a message's lists of a type. */
export type ListOf<Name extends MessageName, Type> = {
  [Field in keyof Fields[Name] & string]: Fields[Name][Field] extends Type[] ? Field : never
}[keyof Fields[Name] & string]

/** The JSON names of a message's enums. */
export type EnumFieldOf<Name extends MessageName> = FieldOf<Name, EnumName>

/** The message in a field, or in a list field. */
export type InnerMessage<Name extends MessageName, Field extends keyof Fields[Name]> = Extract<
  Fields[Name][Field] extends (infer Item)[] ? Item : Fields[Name][Field],
  MessageName
>
