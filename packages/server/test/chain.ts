import type { Message } from '../src/ingest/protojson.ts'

/** An event to put into a block: its type without the common prefix, the name of its payload, the payload. */
export type EventDraft = readonly [type: string, payload: string, message: Message]

/** Writes event lines the way a network does: blocks in a row, one second apart, each with its begin and end. */
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
    this.#line(1, ['BEGIN_BLOCK', 'beginBlock', { height, timestamp, hash: this.#hash().toLowerCase() }])
    events.forEach((event, index) => {
      this.#line(index + 2, event)
    })
    this.#line(events.length + 2, ['END_BLOCK', 'endBlock', { height }])
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

  #line(number: number, [type, payload, message]: EventDraft): void {
    const block = this.#hash()
    this.lines.push(
      JSON.stringify({
        id: `${this.#height}-${number}`,
        block,
        type: `BUS_EVENT_TYPE_${type}`,
        [payload]: message,
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
