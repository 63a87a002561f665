import { fromJson } from '@bufbuild/protobuf'
import { type EventKind, jsonName, messageType, payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'

/** The fields of a message in JSON form. */
export type Fields = Readonly<Record<string, unknown>>

/** An event to put into a block: its type without the common prefix, its payload in JSON form. */
export type EventDraft = readonly [type: string, message: Fields]

const registry = createEventRegistry()
const wrong = new WeakSet<EventDraft>()

/** Allows a payload outside the schema. */
export function malformed(draft: EventDraft): EventDraft {
  const copy: EventDraft = [...draft]
  wrong.add(copy)
  return copy
}

/** The field of the envelope that carries a payload. */
function payloadField(type: string): string {
  return jsonName(type in payloads ? payloads[type as EventKind][1] : type.toLowerCase())
}

/** Checks the payload of a known type with a library that knows the schema. Retired fields are allowed. */
function requireSchema(draft: EventDraft): void {
  const [type, fields] = draft
  if (!(type in payloads) || wrong.has(draft)) return
  const [, , name] = payloads[type as EventKind]
  const retired = messageType(name).fields.filter(field => field.retired)
  const json = Object.fromEntries(
    Object.entries(fields).filter(([key]) => !retired.some(field => field.json === key)),
  )
  fromJson(registry.getMessage(name)!, JSON.parse(JSON.stringify(json)))
}

/** Writes event lines like a network: consecutive blocks, one second apart, each with its begin and end. */
export class Chain {
  readonly lines: string[] = []
  readonly #chainId: string
  #height = 0n
  #time: bigint

  constructor(chainId = 'test-chain', start = 1_700_000_000_123_456_789n) {
    this.#chainId = chainId
    this.#time = start
  }

  /** Height of the last block. */
  get height(): bigint {
    return this.#height
  }

  /** Time of the last block, Unix nanoseconds. */
  get time(): bigint {
    return this.#time
  }

  /** Adds a block with these events. */
  block(...events: EventDraft[]): this {
    this.#height += 1n
    this.#time += 1_000_000_000n
    const height = String(this.#height)
    const timestamp = String(this.#time)
    this.#line(1, ['BEGIN_BLOCK', { height, timestamp, hash: this.#hash().toLowerCase() }])
    events.forEach((event, index) => {
      this.#line(index + 2, event)
    })
    this.#line(events.length + 2, ['END_BLOCK', { height }])
    return this
  }

  /** Adds a block for each event. */
  blocks(events: readonly EventDraft[]): this {
    for (const event of events) this.block(event)
    return this
  }

  #hash(): string {
    return this.#height.toString(16).toUpperCase().padStart(64, 'A')
  }

  #line(number: number, draft: EventDraft): void {
    requireSchema(draft)
    const [type, message] = draft
    const block = this.#hash()
    this.lines.push(
      JSON.stringify({
        id: `${this.#height}-${number}`,
        block,
        type: `BUS_EVENT_TYPE_${type}`,
        [payloadField(type)]: message,
        version: 1,
        chainId: this.#chainId,
        txHash: block,
      }),
    )
  }
}

/** A 64-character hexadecimal id that is readable in a failure: `id('a', 7)` is aa...a07. */
export function id(kind: string, number: number): string {
  return number.toString(16).padStart(8, '0').padStart(64, kind)
}
