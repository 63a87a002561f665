/** The type of a field: a scalar, or the full name of an enum or of a message. */
export type FieldType = Scalar | (string & {})

export type Scalar = 'string' | 'bytes' | 'bool' | 'int64' | 'uint64' | 'uint32' | 'double'

/**
 * The label of a field. Optional fields and fields of a oneof are written even with their default value. Retired fields
 * are read, because older recordings have them, and never written.
 */
export type FieldLabel = 'repeated' | 'optional' | 'retired' | `oneof ${string}`

/** A field: its number, its type, its label. */
export type FieldDefinition = readonly [number: number, type: FieldType, label?: FieldLabel]

/** Messages by full name, their fields by original name. JSON names follow from these by protobuf's rule. */
export type Messages = Readonly<Record<string, Readonly<Record<string, FieldDefinition>>>>
