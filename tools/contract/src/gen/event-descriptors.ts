import { fromBinary } from '@bufbuild/protobuf'
import { protoCamelCase } from '@bufbuild/protobuf/reflect'
import { type FileDescriptorSet, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import protobuf from 'protobufjs'
import descriptor, { type IDescriptorProto } from 'protobufjs/ext/descriptor.js'

/**
 * The descriptors of `.proto` files. Each file is a package of its own; a file comes after those that it imports.
 *
 * protobufjs writes no imports, relative names of types, and few JSON names. `@bufbuild/protobuf` needs them in full.
 */
export function descriptorsOf(files: readonly string[]): FileDescriptorSet {
  const root = new protobuf.Root()
  const packages = files.map(text => protobuf.parse(text, root, { keepCase: true }).package ?? '')
  root.resolveAll()
  const { file: unordered = [] } = root.toDescriptor('proto3')
  const file = packages.flatMap(name => unordered.filter(each => each.package === name))
  for (const [index, each] of file.entries()) {
    each.dependency = file.slice(0, index).map(({ name }) => name ?? '')
    complete(root.lookup(each.package ?? '') as protobuf.Namespace, each.messageType)
  }
  return fromBinary(FileDescriptorSetSchema, descriptor.FileDescriptorSet.encode({ file }).finish())
}

function complete(scope: protobuf.Namespace, messages: readonly IDescriptorProto[] = []): void {
  for (const message of messages) {
    const type = scope.get(message.name ?? '') as protobuf.Type
    for (const field of message.field ?? []) {
      const { name = '' } = field
      field.jsonName = protoCamelCase(name)
      if (field.typeName) field.typeName = type.fields[name]?.resolvedType?.fullName ?? field.typeName
    }
    complete(type, message.nestedType)
  }
}
