import { Unavailable } from '../database-error.ts'
import type { Answered, Asked, Turns } from '../reading/reading.ts'
import { type Checkpoint, genesis } from '../tables/checkpoint.ts'
import { readDatabase, requireReadable } from './database-file.ts'
import { LongReadings } from './long-readings.ts'
import type { Sqlite } from './sqlite.ts'

/**
 * Maximum number of index rows that a reading passes at once: some 3 ms. A page of 1,000 records passes at most 4,000, and
 * a statement costs as much as 50.
 */
const MAX_ROWS = 10_000
const ROWS_OF_STATEMENT = 50

/** The turns of readings without a client: those of the event loop. */
const ownTurns: Turns = { client: undefined, next: () => new Promise(resolve => setImmediate(resolve)) }

/**
 * Reads from SQLite synchronously, on the serving thread. Each response comes from one snapshot. Requests of the same
 * turn of the event loop share a snapshot, since opening one locks a file, which costs as much as a short query. A
 * reading of many rows goes on on a connection of its own, beside other requests.
 */
export class SqliteReader {
  readonly #sqlite: Sqlite
  readonly #long: LongReadings
  /** The checkpoint of the open snapshot. */
  #head: Checkpoint | undefined
  /** The last checkpoint, and the version of the file that has it. Only another version has another checkpoint. */
  #last = { version: undefined as unknown, checkpoint: genesis }
  readonly #release = (): void => {
    if (!this.#head) return
    this.#head = undefined
    this.#sqlite.end()
  }

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
    this.#long = new LongReadings(() => readDatabase(sqlite.path, sqlite.tables))
  }

  /** Checks that the file is still a database of this version. Another process may have changed it. */
  check(): void {
    requireReadable(this.#sqlite)
  }

  answer<Result>(
    asked: Asked<Result>,
    leastHeight = -1n,
    turns = ownTurns,
  ): Answered<Result> | Promise<Answered<Result>> {
    if (this.#head && this.#head.height < leastHeight) this.#release()
    const head = this.#head ?? this.#take()
    const reading = asked(head)
    let step = reading.next()
    for (let rows = 0; !step.done; ) {
      for (const { maxRows = 0 } of step.value) rows += ROWS_OF_STATEMENT + maxRows
      if (rows > MAX_ROWS) return this.#long.answer(asked, turns, { head, reading, step })
      step = reading.next(step.value.map(({ text, values }) => this.#sqlite.all(text, values)))
    }
    return { result: step.value, head }
  }

  close(): void {
    this.#release()
    this.#sqlite.close()
    this.#long.close()
  }

  /** Another version may have upgraded the file. Its rows are not those that the statements of this version expect. */
  #requireReadable(): void {
    try {
      this.check()
    } catch (cause) {
      throw new Unavailable(`${this.#sqlite.path} cannot be used: ${(cause as Error).message}`, { cause })
    }
  }

  #take(): Checkpoint {
    this.#sqlite.begin()
    try {
      const version = this.#sqlite.first('PRAGMA data_version', [])?.[0]
      if (version !== this.#last.version) {
        this.#requireReadable()
        this.#last = { version, checkpoint: this.#sqlite.checkpoint() }
      }
      this.#head = this.#last.checkpoint
    } catch (error) {
      this.#sqlite.end()
      throw error
    }
    setImmediate(this.#release)
    return this.#head
  }
}
