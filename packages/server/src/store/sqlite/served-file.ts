import { statSync } from 'node:fs'
import { Unavailable } from '../database-error.ts'
import { readDatabase } from './database-file.ts'
import { SqliteReader } from './reader.ts'

/** How often the name is looked up; milliseconds. */
const LOOK_MS = 200

/**
 * An SQLite file that is served under its name: of a file that was removed or replaced, SQLite would go on answering from
 * what nobody else sees any more. A new one is opened, a missing one makes every answer fail until it is back.
 */
export class ServedFile {
  readonly #path: string
  readonly #warn: (message: string) => void
  #reader: SqliteReader
  #opened: Found
  #looked = performance.now()
  #trouble: string | undefined

  /**
   * @param warn told once of each trouble that begins
   * @throws DatabaseError when it cannot be used
   */
  constructor(path: string, warn: (message: string) => void = () => undefined) {
    this.#path = path
    this.#warn = warn
    const { reader, files } = open(path)
    this.#reader = reader
    this.#opened = files
  }

  /** @throws Unavailable while there is no file to answer from */
  reader(): SqliteReader {
    const now = performance.now()
    if (now - this.#looked >= LOOK_MS) {
      this.#looked = now
      const trouble = this.#look()
      if (trouble !== undefined && trouble !== this.#trouble) this.#warn(trouble)
      this.#trouble = trouble
    }
    if (this.#trouble !== undefined) throw new Unavailable(this.#trouble)
    return this.#reader
  }

  close(): void {
    this.#reader.close()
  }

  /** Opens what has the name now, if that is another file; gives what keeps it from that. */
  #look(): string | undefined {
    const found = find(this.#path)
    if (found.file === undefined) return `${this.#path} is gone; put it back, or ingest the events again`
    if (found.file === this.#opened.file) {
      this.#opened = found
      return undefined
    }
    // SQLite would take what the log has for changes of the new file.
    if (found.hasChanges && found.log === this.#opened.log)
      return `${this.#path} was replaced, but ${this.#path}-wal is of the file before; put the new one there again without it`
    try {
      const { reader, files } = open(this.#path)
      this.#reader.close()
      this.#reader = reader
      this.#opened = files
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
}

/** Which files have the names. */
interface Found {
  readonly file: string | undefined
  readonly log: string | undefined
  /** Whether there is anything in the log. */
  readonly hasChanges: boolean
}

/** Opens the file that has the name, and says which it is: once more where another one took the name meanwhile. */
function open(path: string): { reader: SqliteReader; files: Found } {
  for (;;) {
    const before = find(path)
    const sqlite = readDatabase(path)
    const files = find(path)
    if (files.file === before.file) return { reader: new SqliteReader(sqlite), files }
    sqlite.close()
  }
}

function find(path: string): Found {
  const [file, log] = [path, `${path}-wal`].map(name => statSync(name, { throwIfNoEntry: false }))
  return {
    file: file && `${file.dev}:${file.ino}`,
    log: log && `${log.dev}:${log.ino}`,
    hasChanges: (log?.size ?? 0) > 0,
  }
}
