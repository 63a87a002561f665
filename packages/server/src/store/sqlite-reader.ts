import { type Checkpoint, genesis } from './checkpoint.ts'
import type { Reading } from './reading.ts'
import type { Sqlite } from './sqlite.ts'

/** Answers from SQLite: synchronous, on the thread that serves, each answer from one snapshot. */
export class SqliteReader {
  readonly #sqlite: Sqlite

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
  }

  /** How far the database has come. */
  head(): Checkpoint {
    return this.#sqlite.checkpoint() ?? genesis
  }

  /** Runs a reading; all of its statements and the checkpoint see the same state. */
  answer<Result>(reading: (head: Checkpoint) => Reading<Result>): { result: Result; head: Checkpoint } {
    this.#sqlite.run('BEGIN', [])
    try {
      const head = this.head()
      return { result: this.#drive(reading(head)), head }
    } finally {
      this.#sqlite.run('COMMIT', [])
    }
  }

  close(): void {
    this.#sqlite.close()
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
