import { type BusEvent, END, StreamOrder, type Violation } from '@trading-network/events'
import type { HeldEvent, OpenBlock } from './open-block.ts'
import type { IngestOptions } from './options.ts'
import { shortened } from './printable.ts'
import { RecordError, type RecordPlace } from './record-place.ts'
import type { StoredBlocks } from './stored-blocks.ts'

/** Number of closed blocks whose late events are noticed. */
const REMEMBERED = 10

/** Checks closed blocks, and tells which events belong to stored ones. */
export class BlockChecks {
  readonly #stored: StoredBlocks
  readonly #options: IngestOptions
  /** The numbers of the events of the last blocks of this run, by hash. */
  readonly #closed = new Map<string, Set<number>>()
  /** The chain of the last event that began a block; '' before the first of an empty database. */
  chain: string
  /** Height of the stored block that is repeated. */
  repeated: bigint | undefined
  /** Number of blocks that were already stored. */
  skipped = 0

  constructor(stored: StoredBlocks, options: IngestOptions) {
    this.#stored = stored
    this.#options = options
    this.chain = stored.last.chain
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
      this.repeated = this.#stored.has(begin, place) ? height : undefined
    }
    if (begin ? this.repeated === undefined : !this.#stored.hasEvent(height, event.block)) return false
    this.#notice(held)
    if (type === END && this.repeated === height) {
      this.repeated = undefined
      this.skipped += 1
    }
    return true
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
    for (const [violation, place] of this.#violations(
      next && !hasEnd && !hasGap ? [...events, next] : events,
    )) {
      const isGap = violation.rule === 2 && violation.give !== undefined
      if (!partial || !(isGap || violation.rule === 1)) throw new RecordError(place, described(violation))
      hasGap ||= isGap
    }
    const [first] = events
    if (first) this.#closed.set(first.event.block, new Set(events.map(({ number }) => number)))
    for (const oldest of this.#closed.keys()) if (this.#closed.size > REMEMBERED) this.#closed.delete(oldest)
    return hasGap
  }

  *#violations(events: readonly HeldEvent[]): Generator<readonly [Violation, RecordPlace]> {
    const { last, isEmpty, mayBeGenesis } = this.#stored
    const order = new StreamOrder(isEmpty ? undefined : { ...last, isGenesis: mayBeGenesis })
    for (const held of events)
      for (const violation of order.read(held.event, held)) yield [violation, held.place]
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
