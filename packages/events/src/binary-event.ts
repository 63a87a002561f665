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

/**
 * Reads the event of a frame of an event file, a serialised `vega.events.v1.BusEvent`.
 *
 * @throws MalformedEvent for other bytes
 */
export function eventOfFrame(bytes: Buffer): BusEvent {
  return protobuf(() => new BinaryEvent(bytes))
}

/** The constructor finds the fields of the event; they are decoded on demand. */
class BinaryEvent implements BusEvent {
  readonly type: string
  readonly #fields = new Map<number, Uint8Array>()

  constructor(bytes: Buffer) {
    const reader = new BinaryReader(bytes)
    let type = 0
    while (reader.pos < bytes.length) {
      const [number, wireType] = reader.tag()
      if (number === TYPE && wireType === WireType.Varint) type = reader.int32()
      else if (wireType === WireType.LengthDelimited) this.#fields.set(number, reader.bytes())
      else reader.skip(wireType, number)
    }
    this.type = enumName(eventTypes, type, 'type')
  }

  get id(): string {
    return this.#text(ID)
  }

  get block(): string {
    return this.#text(BLOCK)
  }

  get chainId(): string {
    return this.#text(CHAIN_ID)
  }

  payload(): Payload | undefined {
    const field = payloadField(this.type)
    if (!field) return undefined
    const bytes = this.#fields.get(field.number)
    if (!bytes) throw withoutPayload(this.type, field)
    return messageOf(field.message, bytes) as Payload
  }

  #text(number: number): string {
    const bytes = this.#fields.get(number)
    if (!bytes) return ''
    if (!isUtf8(bytes)) throw new MalformedEvent('it has text that is not UTF-8')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  }
}
