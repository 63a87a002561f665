import type { Reading } from '../reading/reading.ts'
import { type Checkpoint, genesis } from '../tables/checkpoint.ts'
import { requireReadable } from './database-file.ts'
import type { Sqlite } from './sqlite.ts'

/**
 * Answers from SQLite: synchronous, on the thread that serves, each answer from one snapshot. The requests that one turn
 * of the event loop brings share a snapshot: taking one means locking a file, which costs as much as a short query.
 */
export class SqliteReader {
  readonly #sqlite: Sqlite
  /** What the snapshot is as of, while there is one. */
  #head: Checkpoint | undefined
  readonly #release = (): void => {
    if (!this.#head) return
    this.#head = undefined
    this.#sqlite.end()
  }

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
  }

  /** Makes sure that it still is a database of this version: another process may have changed it. */
  requireReadable(): void {
    requireReadable(this.#sqlite)
  }

  /** How far the database has come; as of now when it stood below a height that is asked for. */
  head(leastHeight = -1n): Checkpoint {
    if (this.#head && this.#head.height < leastHeight) this.#release()
    return this.#head ?? this.#take()
  }

  /** Runs a reading; all of its statements and the checkpoint see the same state. */
  answer<Result>(
    reading: (head: Checkpoint) => Reading<Result>,
    leastHeight?: bigint,
  ): { result: Result; head: Checkpoint } {
    const head = this.head(leastHeight)
    return { result: this.#drive(reading(head)), head }
  }

  close(): void {
    this.#release()
    this.#sqlite.close()
  }

  #take(): Checkpoint {
    this.#sqlite.begin()
    try {
      this.#head = this.#sqlite.checkpoint() ?? genesis
    } catch (error) {
      this.#sqlite.end()
      throw error
    }
    setImmediate(this.#release)
    return this.#head
  }

  #drive<Result>(reading: Reading<Result>): Result {
    let step = reading.next()
    while (!step.done) {
      const { text, values } = step.value
      step = reading.next(this.#sqlite.all(text, values))
    }
    return step.value
  }
}
