import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { messageOf, protobuf } from './binary.ts'
import { type BusEvent, foreignPayload, type Payload, withoutPayload } from './event.ts'
import { enumName } from './json.ts'
import { busEvent, eventTypes, payloadField, typeOfPayload } from './schema/bus-event.ts'

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
export function eventOfFrame(bytes: Uint8Array): BusEvent {
  return protobuf(() => new BinaryEvent(bytes))
}

/** Only the envelope is decoded at once. */
class BinaryEvent implements BusEvent {
  readonly type: string
  readonly id: string = ''
  readonly block: string = ''
  readonly chainId: string = ''
  readonly #bytes: Uint8Array
  #payload: Uint8Array = new Uint8Array()
  #payloadNumber = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const reader = new BinaryReader(bytes)
    let second: number | undefined
    let type = 0
    while (reader.pos < bytes.length) {
      const [number, wireType] = reader.tag()
      if (number === ID) this.id = reader.string(true)
      else if (number === BLOCK) this.block = reader.string(true)
      else if (number === TYPE) type = reader.int32()
      else if (number === CHAIN_ID) this.chainId = reader.string(true)
      else if (number > LAST_OF_ENVELOPE && wireType === WireType.LengthDelimited) {
        if (this.#payloadNumber > 0) second = number
        this.#payload = reader.bytes()
        this.#payloadNumber = number
      } else reader.skip(wireType, number)
    }
    this.type = enumName(eventTypes, type, 'type')
    const isForeign = (typeOfPayload(this.#payloadNumber) ?? this.type) !== this.type
    const foreign = second ?? (isForeign ? this.#payloadNumber : undefined)
    if (foreign !== undefined) throw foreignPayload(this.type, `field ${foreign}`)
  }

  get content(): string {
    return Buffer.from(this.#bytes).toString('base64')
  }

  payload(): Payload | undefined {
    const field = payloadField(this.type)
    if (!field) return undefined
    if (this.#payloadNumber !== field.number) throw withoutPayload(this.type, field)
    return messageOf(field.message, this.#payload) as Payload
  }
}
