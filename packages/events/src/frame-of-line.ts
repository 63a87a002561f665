import type { Buffer } from 'node:buffer'
import { fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf'
import { MalformedEvent } from './message.ts'
import { busEvent, payloadField } from './schema/bus-event.ts'
import { frame } from './source/frames.ts'

/**
 * Turns a line of JSON with one event of a type that `payloads` lists into a frame of an event file. `sequence` counts
 * the frames of a file from 1.
 *
 * @throws MalformedEvent for an event of another type, and for a field, or the name of an enum value, that the schema
 * does not have: a frame would lose it
 */
export function frameOfLine(line: string, sequence: bigint): Buffer {
  const event = JSON.parse(line) as { readonly type: string }
  if (!payloadField(event.type)) throw new MalformedEvent(`the schema has no payload of ${event.type}`)
  try {
    return frame(toBinary(busEvent, fromJson(busEvent, event as JsonValue)), sequence)
  } catch (cause) {
    throw new MalformedEvent((cause as Error).message, { cause })
  }
}
