import { Unavailable } from '../database-error.ts'
import type { Answered, Asked, Reader, Turns } from '../reading/reading.ts'
import { type Checkpoint, genesis } from '../tables/checkpoint.ts'
import type { AnyTable } from '../tables/table.ts'
import { requireReadable } from './database-file.ts'
import { filesOf, openServed } from './served-file.ts'

/** Maximum weight of the statements that a reading runs at once: 1 to 4 ms. A page of 1,000 records begins with at most 4,100. */
const MAX_WEIGHT = 10_000
const WEIGHT_OF_STATEMENT = 50

/** The turns of readings without a client: those of the event loop. */
const ownTurns: Turns = { client: undefined, next: () => new Promise(resolve => setImmediate(resolve)) }

/** Interval between checks of the file name; milliseconds. */
const LOOK_MS = 200

/**
 * Reads from SQLite synchronously, on the serving thread. Each response comes from one snapshot. Requests of the same
 * turn of the event loop share a snapshot, since opening one locks a file, which costs as much as a short query. A
 * reading of many rows goes on at a connection of its own, beside other requests.
 *
 * The file is served by name. SQLite would keep reading a file that was removed or replaced, so the new one is opened
 * instead. While the file is missing, every request fails.
 */
export class SqliteReader implements Reader {
  readonly #path: string
  readonly #tables: readonly AnyTable[]
  #served: ReturnType<typeof openServed>
  #looked = performance.now()
  #trouble: string | undefined
  /** The checkpoint of the open snapshot. */
  #head: Checkpoint | undefined
  /** The last checkpoint, and the version of the file that has it. Only another version has another checkpoint. */
  #last = { version: undefined as unknown, checkpoint: genesis }
  readonly #release = (): void => {
    if (!this.#head) return
    this.#head = undefined
    this.#served.sqlite.end()
  }

  /** @throws DatabaseError when the file cannot be used */
  constructor(path: string, tables: readonly AnyTable[]) {
    this.#path = path
    this.#tables = tables
    this.#served = openServed(path, tables)
  }

  /** Checks that the file is still a database of this version. Another process may have changed it. */
  check(): void {
    this.#requireFile()
    requireReadable(this.#served.sqlite)
  }

  answer<Result>(
    asked: Asked<Result>,
    leastHeight = -1n,
    turns = ownTurns,
  ): Answered<Result> | Promise<Answered<Result>> {
    this.#requireFile()
    const { sqlite, long } = this.#served
    if (this.#head && this.#head.height < leastHeight) this.#release()
    const head = this.#head ?? this.#take()
    const reading = asked(head)
    let step = reading.next()
    for (let total = 0; !step.done; ) {
      for (const { weight = 0 } of step.value) total += WEIGHT_OF_STATEMENT + weight
      if (total > MAX_WEIGHT) return long.answer(asked, turns, { head, reading, step })
      step = reading.next(step.value.map(({ text, values }) => sqlite.all(text, values)))
    }
    return { result: step.value, head }
  }

  close(): void {
    this.#release()
    this.#served.sqlite.close()
    this.#served.long.close()
  }

  /** @throws Unavailable while there is no usable file */
  #requireFile(): void {
    const now = performance.now()
    if (now - this.#looked >= LOOK_MS) {
      this.#looked = now
      this.#trouble = this.#look()
    }
    if (this.#trouble !== undefined) throw new Unavailable(this.#trouble)
  }

  /** Opens the file of that name if it is another one. Returns the problem if that fails. */
  #look(): string | undefined {
    const found = filesOf(this.#path)
    const { file, log } = this.#served.files
    if (found.file === undefined) return `${this.#path} is gone; put it back, or ingest the events again`
    if (found.file === file) {
      this.#served.files = found
      return undefined
    }
    // SQLite would apply an old log to the new file.
    if (found.hasChanges && found.log === log)
      return `${this.#path} was replaced, but ${this.#path}-wal belongs to the previous file; put the new one there again without it`
    try {
      const next = openServed(this.#path, this.#tables)
      this.close()
      this.#served = next
      this.#last.version = undefined
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  /** Another version may have upgraded the file. Its rows are not those that the statements of this version expect. */
  #requireReadable(): void {
    try {
      requireReadable(this.#served.sqlite)
    } catch (cause) {
      throw new Unavailable(`${this.#path} cannot be used: ${(cause as Error).message}`, { cause })
    }
  }

  #take(): Checkpoint {
    const { sqlite } = this.#served
    sqlite.begin()
    try {
      const version = sqlite.first('PRAGMA data_version', [])?.[0]
      if (version !== this.#last.version) {
        this.#requireReadable()
        this.#last = { version, checkpoint: sqlite.checkpoint() }
      }
      this.#head = this.#last.checkpoint
    } catch (error) {
      sqlite.end()
      throw error
    }
    setImmediate(this.#release)
    return this.#head
  }
}
