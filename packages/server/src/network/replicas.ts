import { Unavailable } from '../store/database-error.ts'
import type { PostgresReader } from '../store/postgres/reader.ts'
import { Busy } from '../store/postgres/shared-snapshots.ts'
import type { Reading } from '../store/reading/reading.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'

/** A database that failed is left alone this long; then one request tries it. Milliseconds. */
const REST_MS = 1000

/** No database stands at the block that a request asks for. */
export class Behind extends Error {
  override readonly name = 'Behind'
  /** The highest block that any of them stands at. */
  readonly head: Checkpoint

  constructor(head: Checkpoint) {
    super(`no database stands beyond block ${head.height}`)
    this.head = head
  }
}

interface Source {
  readonly reader: PostgresReader
  /** Not to be asked before, on the clock of `performance.now()`. */
  restsUntil: number
}

/**
 * Spreads readings over replicas, one after the other. The primary answers when no replica can: it has the writing to
 * do. A database that fails rests for a moment, so that it costs few requests their time.
 */
export class ReadPool {
  readonly #primary: Source
  readonly #replicas: Source[]
  readonly #warn: (message: string) => void
  readonly #maxDelay: number
  #turn = 0

  /**
   * @param warn told of each database that begins to rest
   * @param maxDelay how long a reading may wait until a database is free for it, in milliseconds
   */
  constructor(
    primary: PostgresReader,
    replicas: readonly PostgresReader[],
    warn: (message: string) => void = () => undefined,
    maxDelay = 2_000,
  ) {
    this.#warn = warn
    this.#maxDelay = maxDelay
    this.#primary = { reader: primary, restsUntil: 0 }
    this.#replicas = replicas.map(reader => ({ reader, restsUntil: 0 }))
  }

  /**
   * Answers from the first database that can and that stands at the block asked for.
   *
   * @throws Behind when those that can answer stand at a lower block
   * @throws Unavailable when none can
   * @throws Busy when none was free in time
   */
  async answer<Result>(
    reading: (head: Checkpoint) => Reading<Result>,
    leastHeight = -1n,
  ): Promise<{ result: Result; head: Checkpoint }> {
    let highest: Checkpoint | undefined
    let failure: unknown
    const deadline = performance.now() + this.#maxDelay
    for (const source of this.#inTurn()) {
      try {
        const patience = deadline - performance.now()
        const answer = await source.reader.answer(head => atLeast(leastHeight, head, reading), patience)
        source.restsUntil = 0
        return answer
      } catch (error) {
        if (error instanceof Unavailable) {
          failure = error
          this.#warn(error.message)
          source.restsUntil = performance.now() + REST_MS
        } else if (error instanceof Busy) {
          // It has enough to do, which is no reason to let it rest.
          failure = error
        } else {
          // A refusal is a response too: the database works.
          source.restsUntil = 0
          if (!(error instanceof Behind)) throw error
          if (!highest || error.head.height > highest.height) highest = error.head
        }
      }
    }
    if (highest) throw new Behind(highest)
    throw failure ?? new Unavailable('every database has failed a moment ago')
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary, ...this.#replicas].map(({ reader }) => reader.close()))
  }

  /** The databases to ask, the next replica first and the primary last. */
  *#inTurn(): Generator<Source> {
    const start = this.#turn
    this.#turn = (start + 1) % Math.max(this.#replicas.length, 1)
    const order = [...this.#replicas.slice(start), ...this.#replicas.slice(0, start), this.#primary]
    for (const source of order) {
      const now = performance.now()
      if (source.restsUntil > now) continue
      // Who asks a database that had failed does so alone; the others find it resting until it has answered.
      if (source.restsUntil > 0) source.restsUntil = now + REST_MS
      yield source
    }
  }
}

/** A reading that gives up where the database stands below the block asked for. */
function* atLeast<Result>(
  height: bigint,
  head: Checkpoint,
  reading: (head: Checkpoint) => Reading<Result>,
): Reading<Result> {
  if (head.height < height) throw new Behind(head)
  return yield* reading(head)
}
