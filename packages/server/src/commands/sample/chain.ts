import { type EventKind, payloads } from '@trading-network/events'

/** The fields of a message in JSON form. */
export type Fields = Readonly<Record<string, unknown>>

/** An event to put into a block: its type without the common prefix, its payload in JSON form. */
export type EventDraft = readonly [type: string, message: Fields]

/** Writes event lines like a network: consecutive blocks, one second apart, each with its begin and end. */
export class Chain {
  readonly lines: string[] = []
  readonly #chainId: string
  #height: bigint
  #time: bigint

  /** @param time @param height time and height of the block before the first one */
  constructor(chainId: string, time = 1_700_000_000_123_456_789n, height = 0n) {
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
    this.#height += 1n
    this.#time = time
    const height = String(this.#height)
    const timestamp = String(this.#time)
    this.#line(1, ['BEGIN_BLOCK', { height, timestamp, hash: this.#hash().toLowerCase() }])
    let number = 2
    for (const event of events) {
      this.#line(number, event)
      // One that ends several orders takes a number for each.
      // JSON of protobuf has either name.
      const orderIds = event[1].orderIds ?? event[1].order_ids
      number += Array.isArray(orderIds) ? Math.max(1, orderIds.length) : 1
    }
    this.#line(number, ['END_BLOCK', { height }])
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
    const [type, message] = draft
    const field = type in payloads ? payloads[type as EventKind] : type.toLowerCase()
    const block = this.#hash()
    this.lines.push(
      JSON.stringify({
        id: `${this.#height}-${number}`,
        block,
        type: `BUS_EVENT_TYPE_${type}`,
        [field]: message,
        version: 1,
        chainId: this.#chainId,
        txHash: block,
      }),
    )
  }
}
