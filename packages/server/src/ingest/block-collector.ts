import { type BusEvent, endsBlock, numbersOf, type Payload } from '@trading-network/events'
import type { FilePlace } from '../store/tables/checkpoint.ts'
import { countType } from './event-types.ts'
import type { RecordPlace } from './record-place.ts'
import type { Block } from './stored-blocks.ts'

/** An event on its way into a block. */
export interface HeldEvent {
  readonly place: RecordPlace
  readonly type: string
  readonly event: BusEvent
  readonly height: bigint
  readonly number: number
  /** The block, if the event begins it. */
  readonly begin: Block | undefined
  /** For projections. */
  message?: Payload | undefined
  /** The record of an event that ends a block; undefined outside a file. */
  filePlace?: FilePlace | undefined
}

/** A block whose events arrive. The streaming API may give them in any order. */
export class OpenBlock {
  readonly height: bigint
  /** Undefined until the event that begins it has arrived. */
  begin: Block | undefined
  /** The record with its end, where a later run may start; undefined outside a file. */
  place: FilePlace | undefined
  /** Bytes of its records. */
  size = 0
  readonly types = new Map<string, number>()
  #events: HeldEvent[] = []
  /** The events by number, once one has come out of order. */
  #byNumber: Map<number, HeldEvent> | undefined
  #isSorted = true
  /** Numbers that its events take so far. */
  #numbers = 0
  /** The number of its last event, once that has arrived. */
  #end: number | undefined

  constructor(height: bigint) {
    this.height = height
  }

  /** Adds an event. Returns the one that has its number already, instead. */
  add(held: HeldEvent): HeldEvent | undefined {
    const { event, number, type, begin } = held
    this.#isSorted &&= number > (this.#events.at(-1)?.number ?? 0)
    if (!this.#isSorted) this.#byNumber ??= new Map(this.#events.map(each => [each.number, each]))
    const known = this.#byNumber?.get(number)
    if (known) return known
    this.#byNumber?.set(number, held)
    if (begin) this.begin = begin
    this.#events.push(held)
    this.#numbers += numbersOf(event)
    countType(this.types, type)
    if (endsBlock(event)) {
      this.#end = number
      this.place = held.filePlace
    }
    return undefined
  }

  get hasEnd(): boolean {
    return this.#end !== undefined
  }

  get isWhole(): boolean {
    return this.#end !== undefined && this.#numbers >= this.#end
  }

  /** Its events in the order of their numbers. */
  get events(): readonly HeldEvent[] {
    if (!this.#isSorted) this.#events.sort((one, other) => one.number - other.number)
    this.#isSorted = true
    return this.#events
  }
}

/** Collects events to blocks, one at a time. It knows neither the order of events nor what is stored. */
export class BlockCollector {
  /** The block that is not closed yet. */
  open: OpenBlock | undefined

  /** Closes the open block where an event of another one arrives. Genesis, which has an end, and the first block share a height. */
  closedBy({ height, begin }: HeldEvent): OpenBlock | undefined {
    const { open } = this
    const isNext = open?.hasEnd && begin && open.begin && begin.hash !== open.begin.hash
    return isNext || height !== open?.height ? this.close() : undefined
  }

  /** The open block if an event begins its height with another hash, as after a crash of the network: it never ended. */
  replacedBy({ begin }: HeldEvent): OpenBlock | undefined {
    const { open } = this
    return begin && open?.begin && begin.hash !== open.begin.hash ? this.close() : undefined
  }

  /** Adds an event. Returns the one that has its number already, if that has come. */
  add(held: HeldEvent): HeldEvent | undefined {
    this.open ??= new OpenBlock(held.height)
    return this.open.add(held)
  }

  /** Closes the open block if it is whole. */
  closeWhole(): OpenBlock | undefined {
    return this.open?.isWhole ? this.close() : undefined
  }

  /** Closes the open block, as at the end of the input. */
  close(): OpenBlock | undefined {
    const closed = this.open
    this.open = undefined
    return closed
  }
}
