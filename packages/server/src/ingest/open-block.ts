import { type BusEvent, endsBlock, numbersOf, StreamOrder, type Violation } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import { countType } from './event-types.ts'
import type { RecordPlace } from './record-error.ts'
import type { StoredBlocks } from './stored-blocks.ts'
import type { Event } from './whole-block.ts'

interface HeldEvent extends Partial<Pick<Event, 'message'>>, Omit<Event, 'message'> {
  readonly event: BusEvent
  readonly number: number
}

/** A block whose events arrive. The streaming API may give them in any order. */
export class OpenBlock {
  readonly height: bigint
  /** Undefined until the event that begins it has arrived. */
  begin: Block | undefined
  readonly types = new Map<string, number>()
  #events: HeldEvent[] = []
  #isSorted = true
  /** Numbers that its events take so far. */
  #numbers = 0
  /** The number of its last event, once that has arrived. */
  #end: number | undefined

  constructor(height: bigint) {
    this.height = height
  }

  add(held: HeldEvent): void {
    const { event, number, type } = held
    this.#isSorted &&= number > (this.#events.at(-1)?.number ?? 0)
    this.#events.push(held)
    this.#numbers += numbersOf(event)
    if (endsBlock(event)) this.#end = number
    countType(this.types, type)
  }

  get hasEnd(): boolean {
    return this.#end !== undefined
  }

  get isWhole(): boolean {
    return this.#end !== undefined && this.#numbers >= this.#end
  }

  get lastNumber(): number {
    return this.#end ?? 0
  }

  /** The events for projections, in the order of their numbers. */
  get events(): Event[] {
    // Without the event itself, which would stay in memory until the commit.
    return this.#sorted().flatMap(({ place, type, message }) => (message ? [{ place, type, message }] : []))
  }

  /** Yields each violation of the order of events, with its record. */
  *violations({ last, isEmpty, mayBeGenesis }: StoredBlocks): Generator<readonly [Violation, RecordPlace]> {
    const before = { ...last, hash: last.hashes.at(-1)?.toUpperCase() ?? '', isGenesis: mayBeGenesis }
    const order = new StreamOrder(isEmpty ? undefined : before)
    for (const { event, number, place } of this.#sorted()) {
      // An event behind the block has its own place.
      const at = Number.isFinite(number) ? { height: this.height, number } : undefined
      for (const violation of order.read(event, at)) yield [violation, place]
    }
  }

  #sorted(): readonly HeldEvent[] {
    if (!this.#isSorted) this.#events.sort((one, other) => one.number - other.number)
    this.#isSorted = true
    return this.#events
  }
}
