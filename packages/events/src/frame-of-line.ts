import type { Buffer } from 'node:buffer'
import { toBinary } from './binary.ts'
import { MalformedEvent } from './message.ts'
import { busEvent, payloads } from './schema/bus-event.ts'
import { MessageType } from './schema/message-type.ts'
import { frame } from './source/frames.ts'

const BUS_EVENT = new MessageType('vega.events.v1.BusEvent', busEvent)

/**
 * Turns a line of JSON, with JSON names and one event of a type that {@link payloads} lists, into a frame of an event
 * file. `sequence` counts the frames of a file from 1.
 *
 * @throws MalformedEvent for an event of another type
 */
export function frameOfLine(line: string, sequence: bigint): Buffer {
  const event = JSON.parse(line) as { readonly type: string }
  if (!(event.type.replace('BUS_EVENT_TYPE_', '') in payloads))
    throw new MalformedEvent(`the schema has no payload of ${event.type}`)
  return frame(toBinary(BUS_EVENT, event).finish(), sequence)
}
