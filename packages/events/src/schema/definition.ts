/** The type of a field: a scalar, or the full name of an enum or of a message. */
export type FieldType = Scalar | (string & {})

export type Scalar = 'string' | 'bytes' | 'bool' | 'int64' | 'uint64' | 'uint32' | 'double'

/**
 * What else there is to a field. Fields that are optional or of a oneof are written even with their default value.
 * Retired ones are read, since older recordings carry them, and never written.
 */
export type FieldLabel = 'repeated' | 'optional' | 'retired' | `oneof ${string}`

/** A field: its number, its type, its label. */
export type FieldDefinition = readonly [number: number, type: FieldType, label?: FieldLabel]

/** Messages by full name, their fields by original name. JSON names follow from these by protobuf's rule. */
export type Messages = Readonly<Record<string, Readonly<Record<string, FieldDefinition>>>>
