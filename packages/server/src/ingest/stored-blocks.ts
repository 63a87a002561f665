import { type BusEvent, END, StreamOrder, type Violation } from '@trading-network/events'
import { type BlockHashes, forgottenAt } from '../store/tables/block-hashes.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { Block, HeldEvent, OpenBlock } from './open-block.ts'
import type { IngestOptions } from './options.ts'
import { shortened } from './printable.ts'
import { RecordError, type RecordPlace } from './record-place.ts'

/** The place of a block in the stream. */
export type Position = Pick<Checkpoint, 'chain' | 'height' | 'hashes' | 'time' | 'place'>

/** Number of closed blocks whose late events are noticed. */
const REMEMBERED = 10

/**
 * The blocks that the database has, and those that were read since. It tells which events belong to them, and checks the
 * block that follows.
 */
export class StoredBlocks {
  readonly #options: IngestOptions
  /** Height of the first block; undefined before it, or if it is unknown. */
  #first: bigint | undefined
  readonly #hashes = new Map<bigint, readonly string[]>()
  /** The numbers of the events of the last blocks of this run, by hash. */
  readonly #closed = new Map<string, Set<number>>()
  last: Position
  /** The chain of the last event that began a block; '' before the first of an empty database. */
  chain: string
  /** Height of the stored block that is repeated. */
  repeated: bigint | undefined
  /** Number of blocks that were already stored. */
  skipped = 0

  /** @param known the kept hashes */
  constructor(stored: Checkpoint, known: Iterable<BlockHashes>, options: IngestOptions) {
    const { first } = stored.history
    this.#options = options
    this.#first = first < 0n ? undefined : first
    this.last = stored
    this.chain = stored.chain
    for (const { height, hashes } of known) this.#hashes.set(height, hashes)
  }

  get isEmpty(): boolean {
    return this.last.height < 0n
  }

  /** True while the last block may be genesis, which shares height and time with the first block. */
  get #mayBeGenesis(): boolean {
    const { height, hashes } = this.last
    return hashes.length === 1 && (this.#first ?? height) === height
  }

  add(position: Position): void {
    if (this.isEmpty) this.#first = position.height
    this.last = position
    this.#hashes.set(position.height, position.hashes)
    this.#hashes.delete(forgottenAt(position.height))
  }

  /**
   * Returns true if the block of an event is stored.
   *
   * @throws RecordError for an event of another chain or history, and for one behind the end of its block
   */
  isStored(held: HeldEvent): boolean {
    const { event, height, begin, type, place } = held
    if (begin) {
      this.#checkChain(event, place)
      this.repeated = this.#has(begin, place) ? height : undefined
    }
    if (begin ? this.repeated === undefined : !this.#hasEvent(height, event.block)) return false
    this.#notice(held)
    if (type === END && this.repeated === height) {
      this.repeated = undefined
      this.skipped += 1
    }
    return true
  }

  /**
   * Returns true for a stored block, false for a later one.
   *
   * @throws RecordError for a block before the first one, and for a block of another history
   */
  #has({ height, hash, time }: Block, place: RecordPlace): boolean {
    const { last } = this
    if (this.isEmpty || height > last.height) return false
    if (this.#first !== undefined && height < this.#first)
      throw new RecordError(
        place,
        `block ${height} lies before block ${this.#first}, the first one of this database; ingest all blocks into a new database, from the first one on`,
      )
    const hashes = height === last.height ? last.hashes : this.#hashes.get(height)
    if (!hashes || hashes.includes(hash)) return true
    if (height === last.height && this.#mayBeGenesis && time === last.time) return false
    throw new RecordError(
      place,
      `block ${height} has hash ${shortened(hash)}, but ${hashes.join(', ')} is stored: this is another history; ingest it into a new database`,
    )
  }

  /** Returns true if an event belongs to a stored block. Its block has this hash. */
  #hasEvent(height: bigint, hash: string): boolean {
    const { last } = this
    if (height !== last.height || !this.#mayBeGenesis) return height <= last.height
    return last.hashes.includes(hash.toLowerCase())
  }

  /** @throws RecordError for another chain */
  #checkChain({ chainId }: BusEvent, place: RecordPlace): void {
    // Both databases store half a surrogate pair as another character.
    const chain = chainId.toWellFormed()
    const known = this.chain
    this.chain = chain
    if (known === '' || chain === known) return
    throw new RecordError(
      place,
      `the event is of chain "${shortened(chain)}", the database of "${shortened(known)}"; give each chain a database of its own`,
    )
  }

  /** Notices an event that its closed block lacks. */
  #notice({ event, number, place }: HeldEvent): void {
    const numbers = this.#closed.get(event.block)
    if (!numbers || numbers.has(number)) return
    const late = new RecordError(place, `event ${event.id} lies after the end of its block, which lacks it`)
    if (!this.#options.partial) throw late
    numbers.add(number)
    this.#options.onLeftOut?.(late)
  }

  /**
   * Checks a block that is closed.
   *
   * @param next the event of another block that closed it, if that did
   * @returns true for an accepted gap
   * @throws RecordError for any other violation of the order of events
   */
  hasGap({ events, hasEnd }: OpenBlock, next?: HeldEvent): boolean {
    const { partial = false } = this.#options
    let hasGap = partial && !hasEnd
    const order = new StreamOrder(this.isEmpty ? undefined : { ...this.last, isGenesis: this.#mayBeGenesis })
    for (const held of next && !hasEnd && !partial ? [...events, next] : events)
      for (const violation of order.read(held.event, held)) {
        const isGap = violation.rule === 2 && violation.give !== undefined
        if (!partial || !(isGap || violation.rule === 1))
          throw new RecordError(held.place, described(violation))
        hasGap ||= isGap
      }
    const [first] = events
    if (first) this.#closed.set(first.event.block, new Set(events.map(({ number }) => number)))
    for (const oldest of this.#closed.keys()) if (this.#closed.size > REMEMBERED) this.#closed.delete(oldest)
    return hasGap
  }
}

function described({ rule, place, message, give }: Violation): string {
  const problem = shortened(rule === 1 || rule === 4 ? message : `event ${place}: ${message}`, 400)
  if (give === undefined) return problem
  if (rule === 1)
    return `${problem}; give the events from ${give} on, restore a snapshot that has them, or accept a late start with --partial`
  if (rule === 2)
    return `${problem}; read the block from a source that has all events, or accept gaps with --partial`
  return `${problem}; give the events from ${give} on`
}
