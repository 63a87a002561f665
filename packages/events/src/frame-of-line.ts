import type { Buffer } from 'node:buffer'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { toBinary } from './binary.ts'
import { type EventKind, envelope, payloads } from './schema/bus-event.ts'
import { enums } from './schema/enums.ts'
import { jsonName, messageType } from './schema/message-type.ts'
import { frame } from './source/frames.ts'

const TYPES = enums['vega.events.v1.BusEventType']

/**
 * Turns a line of JSON, with JSON names and one event of a type that {@link payloads} lists, into a frame of an event
 * file. `sequence` counts the frames of a file from 1.
 */
export function frameOfLine(line: string, sequence: bigint): Buffer {
  const event = JSON.parse(line) as Readonly<Record<string, string>> & { version: number; type: string }
  const [number, name, message] = payloads[event.type.replace('BUS_EVENT_TYPE_', '') as EventKind]
  const writer = new BinaryWriter()
    .tag(envelope.id[0], WireType.LengthDelimited)
    .string(event.id ?? '')
    .tag(envelope.block[0], WireType.LengthDelimited)
    .string(event.block ?? '')
    .tag(envelope.type[0], WireType.Varint)
    .int32(TYPES.indexOf(event.type))
    .tag(envelope.version[0], WireType.Varint)
    .uint32(event.version)
    .tag(envelope.chain_id[0], WireType.LengthDelimited)
    .string(event.chainId ?? '')
    .tag(envelope.tx_hash[0], WireType.LengthDelimited)
    .string(event.txHash ?? '')
    .tag(number, WireType.LengthDelimited)
    .fork()
  const payload = event[jsonName(name)] as unknown as object
  toBinary(messageType(message), payload, writer).join()
  return frame(writer.finish(), sequence)
}
