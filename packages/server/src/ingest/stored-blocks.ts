import type { BusEvent, Message } from '@trading-network/events'
import { int64, sequence } from '../projections/fields.ts'
import { type BlockHashes, forgottenAt } from '../store/tables/block-hashes.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { shortened } from './printable.ts'
import { RecordError, type RecordPlace } from './record-place.ts'

export interface Block {
  readonly height: bigint
  readonly hash: string
  /** Unix nanoseconds. */
  readonly time: bigint
}

/** The place of a block in the stream. */
export type Position = Pick<Checkpoint, 'chain' | 'height' | 'hashes' | 'time' | 'place'>

export function blockBegun(event: BusEvent): Block {
  const begin = event.payload() as Message<'vega.events.v1.BeginBlock'>
  return {
    height: sequence(begin, 'height'),
    hash: event.block.toLowerCase(),
    time: int64(begin, 'timestamp'),
  }
}

/** The blocks that the database has, and those that were read since. */
export class StoredBlocks {
  /** Height of the first block; undefined before it, or if it is unknown. */
  #first: bigint | undefined
  #last: Position
  readonly #hashes = new Map<bigint, readonly string[]>()

  /** @param known the kept hashes */
  constructor(stored: Checkpoint, known: Iterable<BlockHashes>) {
    const { first } = stored.history
    this.#last = stored
    this.#first = first < 0n ? undefined : first
    for (const { height, hashes } of known) this.#hashes.set(height, hashes)
  }

  get last(): Position {
    return this.#last
  }

  get isEmpty(): boolean {
    return this.#last.height < 0n
  }

  /** True while the last block may be genesis, which shares height and time with the first block. */
  get mayBeGenesis(): boolean {
    const { height, hashes } = this.#last
    return hashes.length === 1 && (this.#first ?? height) === height
  }

  /** Returns true if an event belongs to a stored block. Its block has this hash. */
  hasEvent(height: bigint, hash: string): boolean {
    const { last } = this
    if (height !== last.height || !this.mayBeGenesis) return height <= last.height
    return last.hashes.includes(hash.toLowerCase())
  }

  add(position: Position): void {
    if (this.isEmpty) this.#first = position.height
    this.#last = position
    this.#hashes.set(position.height, position.hashes)
    this.#hashes.delete(forgottenAt(position.height))
  }

  /**
   * Returns true for a stored block, false for a later one.
   *
   * @throws RecordError for a block before the first one, and for a block of another history
   */
  has({ height, hash, time }: Block, place: RecordPlace): boolean {
    const last = this.#last
    if (this.isEmpty || height > last.height) return false
    if (this.#first !== undefined && height < this.#first)
      throw new RecordError(
        place,
        `block ${height} lies before block ${this.#first}, the first one of this database; ingest all blocks into a new database, from the first one on`,
      )
    const hashes = height === last.height ? last.hashes : this.#hashes.get(height)
    if (!hashes || hashes.includes(hash)) return true
    if (height === last.height && this.mayBeGenesis && time === last.time) return false
    throw new RecordError(
      place,
      `block ${height} has hash ${shortened(hash)}, but ${hashes.join(', ')} is stored: this is another history; ingest it into a new database`,
    )
  }
}
