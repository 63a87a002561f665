import { MalformedEvent } from '@trading-network/events'
import { Batch } from '../projections/batch.ts'
import { projections } from '../projections/index.ts'
import type { SqliteWriter } from '../store/sqlite/writer.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { History } from '../store/tables/history.ts'
import { RecordError } from './record-error.ts'
import type { Event, WholeBlock } from './whole-block.ts'

/** An event that its projection refuses. */
export class InvalidEvent extends RecordError {
  readonly block: WholeBlock

  constructor(block: WholeBlock, { place }: Event, cause: MalformedEvent) {
    super(place, cause.message, { cause })
    this.block = block
  }
}

export interface ApplierOptions {
  /** The name of the source, for the history. */
  readonly source: string
  /** Leaves invalid events out, and marks their blocks. Otherwise ingest stops there. */
  readonly partial: boolean
  readonly onLeftOut: (error: InvalidEvent) => void
}

/** Applies batches of whole blocks to the read models. */
export class Applier {
  readonly #writer: SqliteWriter
  readonly #options: ApplierOptions
  #stored: Checkpoint

  constructor(writer: SqliteWriter, stored: Checkpoint, options: ApplierOptions) {
    this.#writer = writer
    this.#stored = stored
    this.#options = options
  }

  /**
   * Stores blocks together with the position of the last one.
   *
   * @throws InvalidEvent unless the history is partial, after storing the blocks before it
   */
  commit(blocks: readonly WholeBlock[]): Checkpoint {
    try {
      this.#stored = this.#store(blocks)
    } catch (error) {
      if (error instanceof InvalidEvent) {
        const good = blocks.slice(0, blocks.indexOf(error.block))
        if (good.length > 0) this.commit(good)
      }
      throw error
    }
    return this.#stored
  }

  #store(blocks: readonly WholeBlock[]): Checkpoint {
    const { position } = blocks.at(-1) as WholeBlock
    this.#writer.begin(this.#stored)
    try {
      const batch = new Batch(this.#writer, this.#stored)
      const leftOut = applied(blocks, batch, this.#options.partial)
      const { events, endedEpoch, keep, since } = batch
      const marked = new Set(leftOut.map(({ block }) => block))
      const withGap = blocks.filter(block => block.hasGap || marked.has(block))
      const history = extended(this.#stored, blocks[0] as WholeBlock, withGap, this.#options.source)
      const checkpoint = { ...position, events, endedEpoch, keep, since, history }
      this.#writer.commit(
        checkpoint,
        blocks.map(block => block.position),
      )
      for (const bad of leftOut) this.#options.onLeftOut(bad)
      return checkpoint
    } catch (error) {
      this.#writer.rollback()
      throw error
    }
  }
}

/** The height of the network's first block. Genesis may have 0. */
const FIRST_HEIGHT = 1n

function extended(
  { height, history }: Checkpoint,
  start: WholeBlock,
  withGap: readonly WholeBlock[],
  source: string,
): History {
  const isFirst = height < 0n
  const first = isFirst ? start.height : history.first
  const isLate = isFirst && first > FIRST_HEIGHT
  const earliest = isLate ? first : (withGap[0]?.height ?? -1n)
  return {
    first,
    partialSince: history.partialSince >= 0n ? history.partialSince : earliest,
    gaps: history.gaps + BigInt(withGap.length),
    source: isFirst ? (start.position.place?.file ?? source) : history.source,
  }
}

/**
 * Applies blocks, and returns the invalid events that a partial history leaves out.
 *
 * @throws InvalidEvent unless the history is partial
 */
function applied(blocks: readonly WholeBlock[], batch: Batch, partial: boolean): InvalidEvent[] {
  const leftOut: InvalidEvent[] = []
  for (const block of blocks) {
    batch.begin(block)
    for (const event of block.events) {
      const invalid = applyEvent(block, event, batch)
      if (invalid && !partial) throw invalid
      if (invalid) leftOut.push(invalid)
    }
  }
  batch.flush()
  return leftOut
}

function applyEvent(block: WholeBlock, event: Event, batch: Batch): InvalidEvent | undefined {
  batch.events += 1n
  try {
    projections.get(event.type)?.(event.message, batch)
    return undefined
  } catch (error) {
    if (error instanceof MalformedEvent) return new InvalidEvent(block, event, error)
    throw error
  }
}
