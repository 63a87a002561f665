import { type MessageName, messages } from './all-messages.ts'
import type { FieldDefinition, FieldType, Scalar } from './definition.ts'
import { type EnumName, type EnumValues, enums } from './enums.ts'

/** A field of a message, ready for reading and writing. */
export interface Field {
  readonly number: number
  /** Original name: `party_id`. */
  readonly name: string
  /** JSON name: `partyId`. */
  readonly json: string
  readonly kind: Scalar | 'enum' | 'message'
  /** Of an enum: the names by number. */
  readonly values: EnumValues
  /** Of a message: its type. */
  readonly message?: MessageType
  readonly repeated: boolean
  /** Optional or of a oneof: written even with its default value. */
  readonly presence: boolean
  /** Its oneof. */
  readonly oneof: string | undefined
  readonly retired: boolean
}

/** A message of the schema, ready for reading and writing. */
export class MessageType {
  /** Full name. */
  readonly name: string
  /** In the order of their numbers. */
  readonly fields: readonly Field[]
  /** By field number. */
  readonly byNumber: readonly (Field | undefined)[]
  /** By JSON name and by original name. */
  readonly byName: ReadonlyMap<string, Field>

  constructor(name: string, definitions: Readonly<Record<string, FieldDefinition>>) {
    this.name = name
    this.fields = Object.entries(definitions)
      .map(([original, definition]) => fieldOf(original, definition))
      .sort((one, other) => one.number - other.number)
    const byNumber: (Field | undefined)[] = []
    for (const field of this.fields) byNumber[field.number] = field
    this.byNumber = byNumber
    this.byName = new Map(
      this.fields.flatMap(field => [field.name, field.json].map(name => [name, field] as const)),
    )
  }
}

const types = new Map<MessageName, MessageType>()

/** Returns the type of a message. No message of the schema contains itself, so this recursion ends. */
export function messageType(name: MessageName): MessageType {
  const known = types.get(name)
  if (known) return known
  const type = new MessageType(name, messages[name])
  types.set(name, type)
  return type
}

/** Protobuf's rule for JSON names. */
export function jsonName(original: string): string {
  return original.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}

function fieldOf(name: string, [number, type, label]: FieldDefinition): Field {
  const oneof = label?.startsWith('oneof ') ? label.slice('oneof '.length) : undefined
  return {
    number,
    name,
    json: jsonName(name),
    ...typeOf(type),
    repeated: label === 'repeated',
    presence: label === 'optional' || oneof !== undefined,
    oneof,
    retired: label === 'retired',
  }
}

function typeOf(type: FieldType): Pick<Field, 'kind' | 'values'> & { message?: MessageType } {
  if (type in enums) return { kind: 'enum', values: enums[type as EnumName] }
  if (type in messages) return { kind: 'message', values: [], message: messageType(type as MessageName) }
  return { kind: type as Scalar, values: [] }
}
