import { createFileRegistry, type FileRegistry, fromBinary } from '@bufbuild/protobuf'
import { base64Decode } from '@bufbuild/protobuf/wire'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { descriptors } from './generated/schema.ts'

let registry: FileRegistry | undefined

/**
 * The schema as a registry of `@bufbuild/protobuf`, for its functions such as `fromBinary` and `toJson`. Each call returns the
 * same one.
 */
export function createEventRegistry(): FileRegistry {
  registry ??= createFileRegistry(fromBinary(FileDescriptorSetSchema, base64Decode(descriptors.join(''))))
  return registry
}
