import { create, createFileRegistry, type FileRegistry } from '@bufbuild/protobuf'
import {
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt'
import { messages } from './schema/all-messages.ts'
import { busEvent } from './schema/bus-event.ts'
import type { FieldDefinition, FieldType, Scalar } from './schema/definition.ts'
import { enums } from './schema/enums.ts'
import { jsonName } from './schema/message-type.ts'

/** Packages by name. Each may use the packages before it. */
const PACKAGES = ['vega', 'vega.commands.v1', 'vega.events.v1'] as const

const SCALARS: Readonly<Record<Scalar, Type>> = {
  string: Type.STRING,
  bytes: Type.BYTES,
  bool: Type.BOOL,
  int64: Type.INT64,
  uint64: Type.UINT64,
  uint32: Type.UINT32,
  double: Type.DOUBLE,
}

type Fields = Readonly<Record<string, FieldDefinition>>

const allMessages: Readonly<Record<string, Fields>> = { ...messages, 'vega.events.v1.BusEvent': busEvent }

/** The schema as a registry of `@bufbuild/protobuf`, for its functions such as `fromBinary` and `toJson`. */
export function createEventRegistry(): FileRegistry {
  return createFileRegistry(create(FileDescriptorSetSchema, { file: PACKAGES.map(fileOf) }))
}

function fileOf(name: string, index: number): FileDescriptorProto {
  const inside = (full: string) => scopeOf(full) === name
  return create(FileDescriptorProtoSchema, {
    name: `${name}.proto`,
    package: name,
    syntax: 'proto3',
    dependency: PACKAGES.slice(0, index).map(other => `${other}.proto`),
    messageType: Object.keys(allMessages).filter(inside).map(messageOf),
    enumType: Object.keys(enums).filter(inside).map(enumOf),
  })
}

/** Returns the message that contains a name, or else its package. */
function scopeOf(full: string): string {
  return full.slice(0, full.lastIndexOf('.'))
}

function messageOf(full: string): ReturnType<typeof create<typeof DescriptorProtoSchema>> {
  const inside = (other: string) => scopeOf(other) === full
  const fields = Object.entries(allMessages[full] ?? {}).filter(([, [, , label]]) => label !== 'retired')
  // An optional proto3 field has its own oneof, after the others.
  const oneofs = [...new Set(fields.map(oneofOf).filter(name => name !== undefined))].sort(
    (one, other) => Number(one.startsWith('_')) - Number(other.startsWith('_')),
  )
  return create(DescriptorProtoSchema, {
    name: full.slice(scopeOf(full).length + 1),
    nestedType: Object.keys(allMessages).filter(inside).map(messageOf),
    enumType: Object.keys(enums).filter(inside).map(enumOf),
    oneofDecl: oneofs.map(name => ({ name })),
    field: fields.map(field => {
      const [name, [number, type, label]] = field
      const oneof = oneofOf(field)
      return create(FieldDescriptorProtoSchema, {
        name,
        jsonName: jsonName(name),
        number,
        label: label === 'repeated' ? Label.REPEATED : Label.OPTIONAL,
        ...typeOf(type),
        ...(oneof !== undefined && { oneofIndex: oneofs.indexOf(oneof) }),
        ...(label === 'optional' && { proto3Optional: true }),
      })
    }),
  })
}

function oneofOf([name, [, , label]]: [string, FieldDefinition]): string | undefined {
  if (label === 'optional') return `_${name}`
  return label?.startsWith('oneof ') ? label.slice('oneof '.length) : undefined
}

function typeOf(type: FieldType): { type: Type; typeName?: string } {
  if (type in SCALARS) return { type: SCALARS[type as Scalar] }
  return { type: type in enums ? Type.ENUM : Type.MESSAGE, typeName: `.${type}` }
}

function enumOf(full: string): ReturnType<typeof create<typeof EnumDescriptorProtoSchema>> {
  const values = enums[full as keyof typeof enums]
  return create(EnumDescriptorProtoSchema, {
    name: full.slice(scopeOf(full).length + 1),
    value: values.flatMap((name, number) => (name === undefined ? [] : [{ name, number }])),
  })
}
