import { Buffer, isUtf8 } from 'node:buffer'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { fromBinary } from './binary.ts'
import { withoutMark } from './byte-order-mark.ts'
import { enumName, fromJson, InexactNumber, parseExactly } from './json.ts'
import { MalformedEvent, type Message, malformed, shown } from './message.ts'
import { envelope, type PayloadOf, payloads } from './schema/bus-event.ts'
import { enums } from './schema/enums.ts'
import { jsonName, type MessageType, messageType } from './schema/message-type.ts'

/** An event of the stream: its envelope, and its payload on demand. */
export interface BusEvent {
  /** The name of its type, `BUS_EVENT_TYPE_ORDER`; the number as text for an unknown type. */
  readonly type: string
  /** `<height>-<number within the block>`. */
  readonly id: string
  /** The hash of its block, upper-case hexadecimal. */
  readonly block: string
  readonly chainId: string
  /**
   * Reads the payload; undefined for a type that {@link payloads} does not list.
   *
   * @throws MalformedEvent when it is absent, or not a message of that type
   */
  payload(): Payload | undefined
}

/** The payload of an event of any kind. */
export type Payload = Message<PayloadOf>

/** The place of the payload of a type of event. */
interface PayloadPlace {
  readonly number: number
  readonly name: string
  readonly json: string
  readonly message: MessageType
}

const PREFIX = 'BUS_EVENT_TYPE_'
const TYPES = enums['vega.events.v1.BusEventType']

const places: ReadonlyMap<string, PayloadPlace> = new Map(
  Object.entries(payloads).map(([kind, [number, name, message]]) => [
    PREFIX + kind,
    { number, name, json: jsonName(name), message: messageType(message) },
  ]),
)

/**
 * Reads the events of a line of JSON: one event, or the events of a response of the streaming API (`{"result":
 * {"events": [...]}}`). A blank line has none.
 *
 * @throws MalformedEvent for any other line, and for an error from the streaming API
 */
export function eventsOfLine(line: string): BusEvent[] {
  if (line.trim() === '') return []
  const text = withoutMark(line)
  return eventObjects(parse(text, JSON.parse)).map((event, index) => new JsonEvent(event, text, index))
}

/**
 * Reads the event of a frame of an event file, a serialised `vega.events.v1.BusEvent`.
 *
 * @throws MalformedEvent for other bytes
 */
export function eventOfFrame(bytes: Buffer): BusEvent {
  return protobuf(() => new BinaryEvent(bytes))
}

type JsonObject = Readonly<Record<string, unknown>>

class JsonEvent implements BusEvent {
  readonly type: string
  readonly #json: JsonObject
  readonly #line: string
  readonly #index: number

  /** @param index position of the event in the line */
  constructor(json: JsonObject, line: string, index: number) {
    this.type = enumName(TYPES, json.type ?? 0, 'type')
    this.#json = json
    this.#line = line
    this.#index = index
  }

  get id(): string {
    return this.#text('id', 'id')
  }

  get block(): string {
    return this.#text('block', 'block')
  }

  get chainId(): string {
    return this.#text('chainId', 'chain_id')
  }

  payload(): Payload | undefined {
    const place = places.get(this.type)
    if (!place) return undefined
    try {
      return payloadOf(this.#json, place, this.type)
    } catch (error) {
      if (!(error instanceof InexactNumber)) throw error
      const exact = eventObjects(parse(this.#line, parseExactly))[this.#index] as JsonObject
      return payloadOf(exact, place, this.type)
    }
  }

  #text(json: string, original: string): string {
    const value = this.#json[json] ?? this.#json[original] ?? ''
    if (typeof value !== 'string') throw malformed(json, 'a string', value)
    return value
  }
}

function payloadOf(event: JsonObject, { json, name, message }: PayloadPlace, type: string): Payload {
  const value = event[json] ?? event[name]
  if (value === undefined || value === null) throw withoutPayload(type, json)
  if (!isObject(value)) throw malformed(json, 'an object', value)
  return fromJson(message, value) as Payload
}

/** The constructor decodes the envelope; texts are decoded on demand. */
class BinaryEvent implements BusEvent {
  readonly type: string
  readonly #texts = new Map<number, Buffer>()
  readonly #payloads = new Map<number, Buffer>()

  constructor(bytes: Buffer) {
    const reader = new BinaryReader(bytes)
    let type = 0
    while (reader.pos < bytes.length) {
      const [number, wireType] = reader.tag()
      if (number === envelope.type[0] && wireType === WireType.Varint) type = reader.int32()
      else if (wireType !== WireType.LengthDelimited) reader.skip(wireType, number)
      else (number > 100 ? this.#payloads : this.#texts).set(number, reader.bytes() as Buffer)
    }
    this.type = TYPES[type] ?? String(type)
  }

  get id(): string {
    return this.#text(envelope.id[0])
  }

  get block(): string {
    return this.#text(envelope.block[0])
  }

  get chainId(): string {
    return this.#text(envelope.chain_id[0])
  }

  payload(): Payload | undefined {
    const place = places.get(this.type)
    if (!place) return undefined
    const bytes = this.#payloads.get(place.number)
    if (!bytes) throw withoutPayload(this.type, place.json)
    return protobuf(() => fromBinary(place.message, new BinaryReader(bytes, utf8), bytes.length) as Payload)
  }

  #text(number: number): string {
    const bytes = this.#texts.get(number)
    return bytes ? protobuf(() => utf8(bytes)) : ''
  }
}

/** Node's own decoder is several times faster on short texts than the library's. */
function utf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new MalformedEvent('it has text that is not UTF-8')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

/** The library throws errors of several kinds for bytes that are not protobuf. */
function protobuf<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof MalformedEvent) throw cause
    throw new MalformedEvent(`not a protobuf event: ${(cause as Error).message}`, { cause })
  }
}

function parse(line: string, json: (text: string) => unknown): unknown {
  try {
    return json(line)
  } catch (cause) {
    throw new MalformedEvent(`not a JSON object: ${(cause as Error).message}`, { cause })
  }
}

function eventObjects(line: unknown): JsonObject[] {
  if (!isObject(line)) throw new MalformedEvent('not a JSON object')
  if (isObject(line.error))
    throw new MalformedEvent(`the stream ended with an error: ${shown(line.error.message)}`)
  const response = isObject(line.result) ? line.result : line
  if (!Array.isArray(response.events)) return [line]
  const stray = response.events.findIndex(event => !isObject(event))
  if (stray >= 0) throw malformed(`events[${stray}]`, 'an object', response.events[stray])
  return response.events
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withoutPayload(type: string, field: string): MalformedEvent {
  return new MalformedEvent(`an event of type ${type} must carry "${field}"`)
}
