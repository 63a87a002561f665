import type { Buffer } from 'node:buffer'
import { type DescMessage, fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf'
import { isObject, type JsonObject } from './json.ts'
import { MalformedEvent } from './message.ts'
import { busEvent, payloadField } from './schema/bus-event.ts'
import { frame } from './source/frames.ts'

/**
 * Turns a line of JSON with one event of a type that `payloads` lists into a frame of an event file. `sequence` counts
 * the frames of a file from 1. Fields outside the schema are left out.
 *
 * @throws MalformedEvent for an event of another type, and for a value that no frame can have, such as the name of an
 * enum value without a number
 */
export function frameOfLine(line: string, sequence: bigint): Buffer {
  const event = JSON.parse(line) as JsonObject & { readonly type: string }
  if (!payloadField(event.type)) throw new MalformedEvent(`the schema has no payload of ${event.type}`)
  requireNumbers(busEvent, event)
  try {
    const message = fromJson(busEvent, event as JsonValue, { ignoreUnknownFields: true })
    return frame(toBinary(busEvent, message), sequence)
  } catch (cause) {
    throw new MalformedEvent((cause as Error).message, { cause })
  }
}

/** The library would leave out an unknown name together with the unknown fields. */
function requireNumbers(type: DescMessage, json: JsonObject): void {
  for (const { enum: values, message, jsonName, name } of type.fields) {
    const value = json[jsonName] ?? json[name]
    if (message) for (const inner of [value].flat()) if (isObject(inner)) requireNumbers(message, inner)
    if (values && typeof value === 'string' && !values.values.some(known => known.name === value))
      throw new MalformedEvent(`${jsonName}: no release has a number for ${value}`)
  }
}
