import { fromJson } from '@bufbuild/protobuf'
import { type EventKind, payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'

export type Fields = Readonly<Record<string, unknown>>

/** An event to put into a block: its type without the common prefix, its payload in JSON form. */
export type EventDraft = readonly [type: string, message: Fields]

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!
const wrong = new WeakSet<EventDraft>()

/** Allows a payload outside the schema. */
export function malformed(draft: EventDraft): EventDraft {
  const copy: EventDraft = [...draft]
  wrong.add(copy)
  return copy
}

/** Checks the payload of a known type with a library that knows the schema. */
function requireSchema(draft: EventDraft): void {
  const [type, fields] = draft
  if (!(type in payloads) || wrong.has(draft)) return
  fromJson(busEvent, { [payloads[type as EventKind]]: JSON.parse(JSON.stringify(fields)) })
}

/** Writes event lines like a network, one second apart, and checks each event against the schema. */
export class Chain {
  readonly lines: string[] = []
  readonly #chainId: string
  #height: bigint
  #time: bigint

  /** @param time @param height time and height of the block before the first one */
  constructor(chainId = 'test-chain', time = 1_700_000_000_123_456_789n, height = 0n) {
    this.#chainId = chainId
    this.#time = time
    this.#height = height
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
    return this.blockAt(this.#time + 1_000_000_000n, ...events)
  }

  /** Adds a block of this time with these events. */
  blockAt(time: bigint, ...events: EventDraft[]): this {
    for (const event of events) requireSchema(event)
    this.#height += 1n
    this.#time = time
    this.lines.push(...this.#linesOf(events))
    return this
  }

  /** Adds a block for each event. */
  blocks(events: readonly EventDraft[]): this {
    for (const event of events) this.block(event)
    return this
  }

  /** Returns the lines of the last block, with its begin and its end. */
  #linesOf(events: readonly EventDraft[]): string[] {
    const height = this.#height
    const hash = height.toString(16).toUpperCase().padStart(64, 'A')
    const begin = { height: String(height), timestamp: String(this.#time), hash: hash.toLowerCase() }
    const all: EventDraft[] = [['BEGIN_BLOCK', begin], ...events, ['END_BLOCK', { height: String(height) }]]
    let number = 1
    return all.map(([type, message]) => {
      const field = type in payloads ? payloads[type as EventKind] : type.toLowerCase()
      const line = {
        id: `${height}-${number}`,
        block: hash,
        type: `BUS_EVENT_TYPE_${type}`,
        [field]: message,
        version: 1,
        chainId: this.#chainId,
        txHash: hash,
      }
      // One that ends several orders takes a number for each. JSON of protobuf has either name.
      const orderIds = message.orderIds ?? message.order_ids
      number += Array.isArray(orderIds) ? Math.max(1, orderIds.length) : 1
      return JSON.stringify(line)
    })
  }
}

/** A 64-character hexadecimal id that is readable in a failure: `id('a', 7)` is aa...a07. */
export function id(kind: string, number: number): string {
  return number.toString(16).padStart(8, '0').padStart(64, kind)
}
