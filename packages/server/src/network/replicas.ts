import { Problem } from '../responses/problem.ts'
import { Unavailable } from '../store/database-error.ts'
import { Busy } from '../store/postgres/batches.ts'
import type { PostgresReader } from '../store/postgres/reader.ts'
import type { Reading } from '../store/reading/reading.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { headOf, reached } from './open-network.ts'

/** Pause after a failure of a database. Then one request tries it again. Milliseconds. */
const REST_MS = 1000

interface Source {
  readonly reader: PostgresReader
  /** End of its pause, on the clock of `performance.now()`. */
  restsUntil: number
}

/**
 * Spreads readings over replicas in turn. The primary is the fallback, since it also handles the writes. A database
 * that fails is paused for a moment, so that it delays few requests.
 */
export class ReadPool {
  readonly #primary: Source
  readonly #replicas: Source[]
  readonly #warn: (message: string) => void
  readonly #maxDelay: number
  #turn = 0

  /**
   * @param warn called for each database that is paused
   * @param maxDelay maximum wait of a reading for a free database, in milliseconds
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
   * Reads from the first available database that has reached the requested block.
   *
   * @throws Problem 503 when all available databases are below that block
   * @throws Unavailable when no database is available
   * @throws Busy when no database was free in time
   */
  async answer<Result>(
    reading: (head: Checkpoint) => Reading<Result>,
    leastHeight = -1n,
  ): Promise<{ result: Result; head: Checkpoint }> {
    let behind: Problem | undefined
    let failure: unknown
    const deadline = performance.now() + this.#maxDelay
    for (const source of this.#inTurn()) {
      try {
        const patience = deadline - performance.now()
        const answer = await source.reader.answer(head => readAt(head, leastHeight, reading), patience)
        source.restsUntil = 0
        return answer
      } catch (error) {
        if (error instanceof Unavailable) {
          failure = error
          this.#warn(error.message)
          source.restsUntil = performance.now() + REST_MS
        } else if (error instanceof Busy) {
          // The database is busy but healthy, so it is not paused.
          failure = error
        } else {
          // A refusal is a response too, so the database works.
          source.restsUntil = 0
          if (!(error instanceof Problem && error.status === 503)) throw error
          if (heightOf(error) > heightOf(behind)) behind = error
        }
      }
    }
    if (behind) throw behind
    throw failure ?? new Unavailable('every database has failed a moment ago')
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary, ...this.#replicas].map(({ reader }) => reader.close()))
  }

  /** Yields the databases to try: the next replica first, the primary last. */
  *#inTurn(): Generator<Source> {
    const start = this.#turn
    this.#turn = (start + 1) % Math.max(this.#replicas.length, 1)
    const order = [...this.#replicas.slice(start), ...this.#replicas.slice(0, start), this.#primary]
    for (const source of order) {
      const now = performance.now()
      if (source.restsUntil > now) continue
      // Only one request tries a paused database. The others skip it until that request succeeds.
      if (source.restsUntil > 0) source.restsUntil = now + REST_MS
      yield source
    }
  }
}

function heightOf(problem: Problem | undefined): bigint {
  return BigInt(problem?.asOf?.height ?? -1)
}

/** A refusal has the block of its reading, since every response has one. */
function* readAt<Result>(
  head: Checkpoint,
  leastHeight: bigint,
  reading: (head: Checkpoint) => Reading<Result>,
): Reading<Result> {
  try {
    return yield* reading(reached(head, leastHeight))
  } catch (error) {
    if (error instanceof Problem) error.asOf ??= headOf(head)
    throw error
  }
}
