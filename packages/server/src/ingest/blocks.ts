import { type BusEvent, eventsOf, MalformedEvent, type Message, type Payload } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import { int64, sequence } from '../projections/fields.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { EventNumbers } from './event-numbers.ts'
import { RecordError, type RecordPlace, unitOf } from './record-error.ts'
import { LOST, type SourceRecord } from './source.ts'

export type Position = Pick<Checkpoint, 'chain' | 'height' | 'hashes' | 'time'>

/** An event of a projection, with its source record. */
export interface Event {
  readonly place: RecordPlace
  readonly type: string
  readonly message: Payload
}

/** A whole block: everything between its begin and its end. */
export interface WholeBlock extends Block {
  readonly events: readonly Event[]
  /** The number of events by type, those that no projection reads included. */
  readonly types: ReadonlyMap<string, number>
  readonly position: Position
}

export interface BlockReaderOptions {
  /** Returns true if a projection reads events of this type. */
  isRead(type: string): boolean
  /** Stops at a gap in the numbers of events. */
  readonly complete?: boolean
}

const BEGIN = 'BUS_EVENT_TYPE_BEGIN_BLOCK'
const END = 'BUS_EVENT_TYPE_END_BLOCK'

/** Returns true for types of events that begin or end blocks. */
export function isBlockEvent(type: string): boolean {
  return type === BEGIN || type === END
}

interface OpenBlock {
  readonly block: Block
  readonly events: Event[]
  readonly types: Map<string, number>
  readonly stored: boolean
}

/** Groups events into whole blocks and skips stored ones. */
export class BlockReader {
  readonly #options: BlockReaderOptions
  readonly #numbers: EventNumbers | undefined
  #place: RecordPlace = { unit: 'line', number: 0 }
  #open: OpenBlock | undefined
  #position: Position
  #chain: string
  /** Number of blocks that were already stored. */
  skipped = 0

  constructor(stored: Position, options: BlockReaderOptions) {
    this.#position = stored
    this.#chain = stored.chain
    this.#options = options
    this.#numbers = options.complete ? new EventNumbers() : undefined
  }

  /** Lines or frames read so far. */
  get records(): number {
    return this.#place.number
  }

  /** The height of an incomplete block. */
  get unfinished(): bigint | undefined {
    return this.#open?.block.height
  }

  /**
   * Reads a record and yields the new blocks that end in it.
   *
   * @throws RecordError for a record that is not an event, or an event out of order
   */
  *read(record: SourceRecord): Generator<WholeBlock> {
    if (record === LOST) {
      this.#open = undefined
      return
    }
    this.#place = { unit: unitOf(record), number: this.#place.number + 1 }
    try {
      for (const event of eventsOf(record)) {
        const block = this.#event(event)
        if (block) yield block
      }
    } catch (error) {
      if (error instanceof MalformedEvent) throw this.#refuse(error.message, { cause: error })
      throw error
    }
  }

  #event(event: BusEvent): WholeBlock | undefined {
    const { type } = event
    if (type === BEGIN) this.#begin(event)
    // A recording may start with the rest of another block, which has no block time here.
    if (!this.#open) return undefined
    const message = this.#options.isRead(type) && !this.#open.stored ? event.payload() : undefined
    if (!this.#open.stored) {
      this.#numbers?.check(event, message)
      this.#open.types.set(type, (this.#open.types.get(type) ?? 0) + 1)
    }
    if (message) this.#open.events.push({ place: this.#place, type, message })
    return type === END ? this.#end(event, this.#open) : undefined
  }

  #begin(event: BusEvent): void {
    const begin = event.payload() as Message<'vega.events.v1.BeginBlock'>
    const block = {
      height: sequence(begin, 'height'),
      hash: event.block.toLowerCase(),
      time: int64(begin, 'timestamp'),
    }
    // After a crash the next file may repeat the begin of a block. The rest of the block follows.
    if (this.#open && block.height > this.#open.block.height)
      throw this.#refuse(`block ${block.height} begins before block ${this.#open.block.height} has ended`)
    this.#requireChain(event)
    this.#numbers?.begin()
    this.#open = { block, events: [], types: new Map(), stored: this.#isStored(block) }
  }

  #end(event: BusEvent, { block, events, types, stored }: OpenBlock): WholeBlock | undefined {
    const height = sequence(event.payload() as Message<'vega.events.v1.EndBlock'>, 'height')
    this.#open = undefined
    if (height !== block.height) {
      if (event.block.toLowerCase() === block.hash)
        throw this.#refuse(`block ${height} ends, but block ${block.height} is open`)
      // Events are missing between two files: the end of one block, and the begin of another.
      return undefined
    }
    if (stored) {
      this.skipped += 1
      return undefined
    }
    const before = this.#position
    const hashes = block.height === before.height ? [...before.hashes, block.hash] : [block.hash]
    this.#position = { chain: this.#chain, height: block.height, hashes, time: block.time }
    return { ...block, events, types, position: this.#position }
  }

  #isStored(block: Block): boolean {
    const stored = this.#position
    if (stored.height < 0n || block.height === stored.height + 1n) return false
    if (block.height < stored.height) return true
    if (block.height > stored.height) {
      throw this.#refuse(
        `block ${block.height} does not follow block ${stored.height}, the last one stored; give the events from block ${stored.height + 1n} on`,
      )
    }
    if (stored.hashes.includes(block.hash)) return true
    // Genesis and the first block have the same height and time, but different hashes. Any other mismatch is another
    // history.
    if (stored.hashes.length === 1 && block.time === stored.time) return false
    throw this.#refuse(
      `block ${block.height} has hash ${block.hash}, but ${stored.hashes.join(', ')} is stored: this is another history; ingest it into a new database`,
    )
  }

  #requireChain({ chainId }: BusEvent): void {
    this.#chain ||= chainId
    if (chainId !== this.#chain)
      throw this.#refuse(
        `the event is of chain "${chainId}", the database of "${this.#chain}"; give each chain a database of its own`,
      )
  }

  #refuse(problem: string, options?: ErrorOptions): RecordError {
    return new RecordError(this.#place.unit, this.#place.number, problem, options)
  }
}
