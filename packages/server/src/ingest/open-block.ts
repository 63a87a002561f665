import {
  type BusEvent,
  endsBlock,
  MalformedEvent,
  type Message,
  numbersOf,
  type Payload,
} from '@trading-network/events'
import { int64, sequence } from '../projections/fields.ts'
import type { FilePlace } from '../store/tables/checkpoint.ts'
import { shortened } from './printable.ts'
import type { RecordPlace } from './record-place.ts'

export interface Block {
  readonly height: bigint
  readonly hash: string
  /** Unix nanoseconds. */
  readonly time: bigint
}

export function blockBegun(event: BusEvent): Block {
  const begin = event.payload() as Message<'vega.events.v1.BeginBlock'>
  return {
    height: sequence(begin, 'height'),
    hash: event.block.toLowerCase(),
    time: int64(begin, 'timestamp'),
  }
}

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
  readonly #byNumber = new Map<number, HeldEvent>()
  /** Numbers that its events take so far. */
  #numbers = 0
  /** The number of its last event, once that has arrived. */
  #end: number | undefined

  constructor(height: bigint) {
    this.height = height
  }

  /**
   * Adds an event. Returns false for one that came before.
   *
   * @throws MalformedEvent for another event of the same number
   */
  add(held: HeldEvent): boolean {
    const { event, number, begin } = held
    const known = this.#byNumber.get(number)
    if (known) {
      requireSame(known.event, event)
      return false
    }
    this.#byNumber.set(number, held)
    if (begin) this.begin = begin
    this.#numbers += numbersOf(event)
    if (endsBlock(event)) {
      this.#end = number
      this.place = held.filePlace
    }
    return true
  }

  /**
   * Returns true if an event of its height begins another block: the first block after genesis, which has an end; or
   * the same height once more after a crash of the network, so that this block never ends.
   */
  isFollowedBy({ begin }: HeldEvent): boolean {
    return begin && this.begin ? begin.hash !== this.begin.hash : false
  }

  get hasEnd(): boolean {
    return this.#end !== undefined
  }

  get isWhole(): boolean {
    return this.#end !== undefined && this.#numbers >= this.#end
  }

  /** Its events in the order of their numbers. */
  get events(): readonly HeldEvent[] {
    return [...this.#byNumber.values()].sort((one, other) => one.number - other.number)
  }
}

function requireSame({ content: known }: BusEvent, { content, id }: BusEvent): void {
  if (content === known) return
  let at = 0
  while (content[at] === known[at]) at += 1
  const [one, other] = [known, content].map(text => shortened(text.slice(Math.max(0, at - 30), at + 50)))
  throw new MalformedEvent(`event ${id} comes again, and differs: first …${one}…, now …${other}…`)
}
