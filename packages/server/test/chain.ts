import { fromJson } from '@bufbuild/protobuf'
import { type EventKind, payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'
import { blockLines, type EventDraft } from './block-lines.ts'

export type { EventDraft, Fields } from './block-lines.ts'

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
    const block = { chainId: this.#chainId, height: this.#height, time: this.#time }
    this.lines.push(...blockLines(block, events))
    return this
  }

  /** Adds a block for each event. */
  blocks(events: readonly EventDraft[]): this {
    for (const event of events) this.block(event)
    return this
  }
}

/** A 64-character hexadecimal id that is readable in a failure: `id('a', 7)` is aa...a07. */
export function id(kind: string, number: number): string {
  return number.toString(16).padStart(8, '0').padStart(64, kind)
}
