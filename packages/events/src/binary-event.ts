import { Buffer, isUtf8 } from 'node:buffer'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { messageOf, protobuf } from './binary.ts'
import { type BusEvent, type Payload, withoutPayload } from './event.ts'
import { enumName } from './json.ts'
import { MalformedEvent } from './message.ts'
import { busEvent, eventTypes, payloadField } from './schema/bus-event.ts'

const numberOf = (field: string) => busEvent.field[field]?.number as number
const ID = numberOf('id')
const BLOCK = numberOf('block')
const TYPE = numberOf('type')
const CHAIN_ID = numberOf('chainId')
const LAST_OF_ENVELOPE = 100

/**
 * Reads the event of a frame of an event file, a serialised `vega.events.v1.BusEvent`.
 *
 * @throws MalformedEvent for other bytes
 */
export function eventOfFrame(bytes: Buffer): BusEvent {
  return protobuf(() => new BinaryEvent(bytes))
}

const NONE = new Uint8Array()

/** The constructor finds the fields of the event; they are decoded on demand. */
class BinaryEvent implements BusEvent {
  readonly type: string
  #id: Uint8Array = NONE
  #block: Uint8Array = NONE
  #chainId: Uint8Array = NONE
  #payload: Uint8Array = NONE
  #payloadNumber = 0

  constructor(bytes: Buffer) {
    const reader = new BinaryReader(bytes)
    let type = 0
    while (reader.pos < bytes.length) {
      const [number, wireType] = reader.tag()
      if (number === TYPE && wireType === WireType.Varint) type = reader.int32()
      else if (wireType === WireType.LengthDelimited) this.#keep(number, reader.bytes())
      else reader.skip(wireType, number)
    }
    this.type = enumName(eventTypes, type, 'type')
  }

  get id(): string {
    return text(this.#id)
  }

  get block(): string {
    return text(this.#block)
  }

  get chainId(): string {
    return text(this.#chainId)
  }

  payload(): Payload | undefined {
    const field = payloadField(this.type)
    if (!field) return undefined
    if (this.#payloadNumber !== field.number) throw withoutPayload(this.type, field)
    return messageOf(field.message, this.#payload) as Payload
  }

  #keep(number: number, bytes: Uint8Array): void {
    if (number === ID) this.#id = bytes
    else if (number === BLOCK) this.#block = bytes
    else if (number === CHAIN_ID) this.#chainId = bytes
    else if (number > LAST_OF_ENVELOPE) {
      this.#payload = bytes
      this.#payloadNumber = number
    }
  }
}

function text(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new MalformedEvent('it has text that is not UTF-8')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
