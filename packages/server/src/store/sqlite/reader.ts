import type { Reading } from '../reading/reading.ts'
import { type Checkpoint, genesis } from '../tables/checkpoint.ts'
import type { AnyTable } from '../tables/table.ts'
import { requireReadable } from './database-file.ts'
import type { Sqlite } from './sqlite.ts'

/**
 * Reads from SQLite synchronously, on the serving thread. Each response comes from one snapshot. Requests of the same
 * turn of the event loop share a snapshot, since opening one locks a file, which costs as much as a short query.
 */
export class SqliteReader {
  readonly #sqlite: Sqlite
  readonly #tables: readonly AnyTable[]
  /** The checkpoint of the open snapshot. */
  #head: Checkpoint | undefined
  /** The last checkpoint, and the version of the file that has it. Only another version has another checkpoint. */
  #last = { version: undefined as unknown, checkpoint: genesis }
  readonly #release = (): void => {
    if (!this.#head) return
    this.#head = undefined
    this.#sqlite.end()
  }

  constructor(sqlite: Sqlite, tables: readonly AnyTable[]) {
    this.#sqlite = sqlite
    this.#tables = tables
  }

  /** Checks that the file is still a database of this version. Another process may have changed it. */
  requireReadable(): void {
    requireReadable(this.#sqlite, this.#tables)
  }

  /** Returns the checkpoint of the snapshot. Reads it again when it is below the required height. */
  head(leastHeight = -1n): Checkpoint {
    if (this.#head && this.#head.height < leastHeight) this.#release()
    return this.#head ?? this.#take()
  }

  /** Runs a reading. All of its statements and the checkpoint see the same state. */
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
      const version = this.#sqlite.first('PRAGMA data_version', [])?.[0]
      if (version !== this.#last.version)
        this.#last = { version, checkpoint: this.#sqlite.checkpoint() ?? genesis }
      this.#head = this.#last.checkpoint
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
      step = reading.next(step.value.map(({ text, values }) => this.#sqlite.all(text, values)))
    }
    return step.value
  }
}
