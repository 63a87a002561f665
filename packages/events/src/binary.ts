import { Buffer } from 'node:buffer'
import { type BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { MalformedEvent, type Message } from './message.ts'
import type { Field, MessageType } from './schema/message-type.ts'

/** The wire type of each kind of field. */
const WIRE_TYPES: Readonly<Record<Field['kind'], WireType>> = {
  string: WireType.LengthDelimited,
  bytes: WireType.LengthDelimited,
  message: WireType.LengthDelimited,
  bool: WireType.Varint,
  int64: WireType.Varint,
  uint64: WireType.Varint,
  uint32: WireType.Varint,
  enum: WireType.Varint,
  double: WireType.Bit64,
}

/**
 * Reads a serialised message up to `end`. Fields that the schema does not list are skipped.
 *
 * @throws MalformedEvent for bytes that are not such a message
 */
export function fromBinary(type: MessageType, reader: BinaryReader, end: number): Message {
  const message: Record<string, unknown> = {}
  while (reader.pos < end) {
    const [number, wireType] = reader.tag()
    const field = type.byNumber[number]
    if (!field) reader.skip(wireType, number)
    else if (wireType !== WIRE_TYPES[field.kind])
      throw new MalformedEvent(`${field.json} has wire type ${wireType}, not ${WIRE_TYPES[field.kind]}`)
    else if (field.repeated) {
      const list = (message[field.json] as unknown[] | undefined) ?? []
      list.push(readValue(field, reader))
      message[field.json] = list
    } else message[field.json] = readValue(field, reader)
  }
  if (reader.pos > end) throw new MalformedEvent(`a ${type.name} ends in the middle of a field`)
  return message as Message
}

/** Serialises a message that has JSON names, as {@link Message} describes. */
export function toBinary(type: MessageType, message: object, writer = new BinaryWriter()): BinaryWriter {
  for (const field of type.fields) {
    const value = (message as Readonly<Record<string, unknown>>)[field.json]
    if (value === undefined || value === null || field.retired) continue
    if (field.repeated) for (const item of value as unknown[]) writeField(field, item, writer)
    else if (field.presence || field.kind === 'message' || !isDefault(field, value))
      writeField(field, value, writer)
  }
  return writer
}

function readValue(field: Field, reader: BinaryReader): unknown {
  switch (field.kind) {
    case 'string':
      return reader.string(true)
    case 'message':
      return fromBinary(field.message as MessageType, reader, reader.uint32() + reader.pos)
    case 'enum': {
      const number = reader.int32()
      return field.values[number] ?? String(number)
    }
    case 'bytes':
      return Buffer.from(reader.bytes()).toString('base64')
    default:
      return reader[field.kind]()
  }
}

function writeField(field: Field, value: unknown, writer: BinaryWriter): void {
  writer.tag(field.number, WIRE_TYPES[field.kind])
  switch (field.kind) {
    case 'message':
      writer.fork()
      toBinary(field.message as MessageType, value as object, writer)
      writer.join()
      break
    case 'enum':
      writer.int32(enumNumber(field, value))
      break
    case 'bytes':
      writer.bytes(Buffer.from(String(value), 'base64'))
      break
    default:
      // The library checks the range of each.
      ;(writer[field.kind] as (value: never) => BinaryWriter).call(writer, value as never)
  }
}

function isDefault(field: Field, value: unknown): boolean {
  if (field.kind === 'enum') return enumNumber(field, value) === 0
  return field.kind === 'string' || field.kind === 'bytes' ? value === '' : Number(value) === 0
}

function enumNumber(field: Field, value: unknown): number {
  const number = field.values.indexOf(String(value))
  if (number >= 0) return number
  if (/^-?\d+$/.test(String(value))) return Number(value)
  throw new MalformedEvent(`${field.json}: no release has a number for ${String(value)}`)
}
