import { MalformedEvent, type Message } from './message.ts'
import type { PayloadField } from './schema/bus-event.ts'
import type { PayloadOf } from './schema/payloads.ts'

/** An event of the stream: its envelope, and its payload on demand. */
export interface BusEvent {
  /** The name of its type, `BUS_EVENT_TYPE_ORDER`; the number as text for an unknown type. */
  readonly type: string
  /** `<height>-<number within the block>`. */
  readonly id: string
  /** The hash of its block, upper-case hexadecimal. */
  readonly block: string
  readonly chainId: string
  /** All of it as text, JSON or base64, to compare two deliveries. */
  readonly content: string
  /**
   * Reads the payload; undefined for a type that `payloads` does not list.
   *
   * @throws MalformedEvent when it is absent, or not a message of that type
   */
  payload(): Payload | undefined
}

export type Payload = Message<PayloadOf>

/** The event of one payload under the type of another, as after a damaged byte. */
export function foreignPayload(type: string, field: string): MalformedEvent {
  return new MalformedEvent(`an event of type ${type} must not carry "${field}"`)
}

export function withoutPayload(type: string, { jsonName }: PayloadField): MalformedEvent {
  return new MalformedEvent(`an event of type ${type} must carry "${jsonName}"`)
}
