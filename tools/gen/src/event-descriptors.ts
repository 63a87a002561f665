import { create } from '@bufbuild/protobuf'
import { protoCamelCase } from '@bufbuild/protobuf/reflect'
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type EnumDescriptorProto,
  EnumDescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt'
import protobuf from 'protobufjs'

/** The text of a `.proto` file and its name, as others import it. */
export interface ProtoFile {
  readonly name: string
  readonly text: string
}

const SCALARS: Readonly<Record<string, Type>> = {
  string: Type.STRING,
  bytes: Type.BYTES,
  bool: Type.BOOL,
  int64: Type.INT64,
  uint64: Type.UINT64,
  uint32: Type.UINT32,
  double: Type.DOUBLE,
}

/**
 * The descriptors of `.proto` files, as `protoc` makes them. Each file is a package of its own; a file comes after those
 * that it imports.
 *
 * @throws Error for a field of an unknown type
 */
export function descriptorsOf(files: readonly ProtoFile[]): FileDescriptorSet {
  const root = new protobuf.Root()
  const parsed = files.map(({ name, text }) => ({
    name,
    ...protobuf.parse(text, root, { keepCase: true }),
  }))
  root.resolveAll()
  return create(FileDescriptorSetSchema, { file: parsed.map(file => fileOf(root, file)) })
}

function fileOf(
  root: protobuf.Root,
  file: { name: string; package: string | undefined; imports: string[] | undefined },
): FileDescriptorProto {
  const scope = root.lookup(file.package ?? '') as protobuf.Namespace
  return create(FileDescriptorProtoSchema, {
    name: file.name,
    package: file.package ?? '',
    dependency: file.imports ?? [],
    syntax: 'proto3',
    messageType: messagesIn(scope),
    enumType: enumsIn(scope),
  })
}

function messagesIn(scope: protobuf.Namespace): DescriptorProto[] {
  return scope.nestedArray.filter(nested => nested instanceof protobuf.Type).map(messageOf)
}

function enumsIn(scope: protobuf.Namespace): EnumDescriptorProto[] {
  return scope.nestedArray
    .filter(nested => nested instanceof protobuf.Enum)
    .map(({ name, values }) =>
      create(EnumDescriptorProtoSchema, {
        name,
        value: Object.entries(values).map(([name, number]) => ({ name, number })),
      }),
    )
}

function messageOf(type: protobuf.Type): DescriptorProto {
  // The parser gives each optional field a oneof of its own. Descriptors have those after the others.
  const oneofs = type.oneofsArray.toSorted((a, b) => Number(isOptional(a)) - Number(isOptional(b)))
  return create(DescriptorProtoSchema, {
    name: type.name,
    nestedType: messagesIn(type),
    enumType: enumsIn(type),
    oneofDecl: oneofs.map(({ name }) => ({ name })),
    field: type.fieldsArray.map(field => fieldOf(field, oneofs)),
  })
}

function fieldOf(field: protobuf.Field, oneofs: readonly protobuf.OneOf[]): FieldDescriptorProto {
  return create(FieldDescriptorProtoSchema, {
    name: field.name,
    jsonName: protoCamelCase(field.name),
    number: field.id,
    label: field.repeated ? Label.REPEATED : Label.OPTIONAL,
    ...typeOf(field),
    ...(field.partOf && {
      oneofIndex: oneofs.indexOf(field.partOf),
      proto3Optional: isOptional(field.partOf),
    }),
    ...(field.options?.deprecated && { options: { deprecated: true } }),
  })
}

function isOptional(oneof: protobuf.OneOf): boolean {
  return oneof.fieldsArray.some(field => field.options?.proto3_optional)
}

function typeOf({ type, resolvedType, fullName }: protobuf.Field): { type: Type; typeName?: string } {
  if (resolvedType)
    return {
      type: resolvedType instanceof protobuf.Enum ? Type.ENUM : Type.MESSAGE,
      typeName: resolvedType.fullName,
    }
  const scalar = SCALARS[type]
  if (scalar === undefined) throw new Error(`${fullName} has the unknown type ${type}`)
  return { type: scalar }
}
