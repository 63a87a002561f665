import { statSync } from 'node:fs'
import { Unavailable } from '../database-error.ts'
import type { Reader } from '../reading/reading.ts'
import type { AnyTable } from '../tables/table.ts'
import { readDatabase } from './database-file.ts'
import { SqliteReader } from './reader.ts'

/** Interval between checks of the file name; milliseconds. */
const LOOK_MS = 200

/**
 * An SQLite file that is served by name. SQLite would keep reading a file that was removed or replaced. This class
 * opens the new file instead. While the file is missing, every request fails.
 */
export class ServedFile implements Reader {
  readonly #path: string
  readonly #tables: readonly AnyTable[]
  #reader: SqliteReader
  #opened: DatabaseFiles
  #looked = performance.now()
  #trouble: string | undefined

  /** @throws DatabaseError when the file cannot be used */
  constructor(path: string, tables: readonly AnyTable[]) {
    this.#path = path
    this.#tables = tables
    const { reader, files } = open(path, tables)
    this.#reader = reader
    this.#opened = files
  }

  answer: Reader['answer'] = (...request) => this.#current().answer(...request)

  check(): void {
    this.#current().check()
  }

  close(): void {
    this.#reader.close()
  }

  /** @throws Unavailable while there is no usable file */
  #current(): SqliteReader {
    const now = performance.now()
    if (now - this.#looked >= LOOK_MS) {
      this.#looked = now
      this.#trouble = this.#look()
    }
    if (this.#trouble !== undefined) throw new Unavailable(this.#trouble)
    return this.#reader
  }

  /** Opens the file of that name if it is another one. Returns the problem if that fails. */
  #look(): string | undefined {
    const found = find(this.#path)
    if (found.file === undefined) return `${this.#path} is gone; put it back, or ingest the events again`
    if (found.file === this.#opened.file) {
      this.#opened = found
      return undefined
    }
    // SQLite would apply an old log to the new file.
    if (found.hasChanges && found.log === this.#opened.log)
      return `${this.#path} was replaced, but ${this.#path}-wal belongs to the previous file; put the new one there again without it`
    try {
      const { reader, files } = open(this.#path, this.#tables)
      this.#reader.close()
      this.#reader = reader
      this.#opened = files
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
}

interface DatabaseFiles {
  readonly file: string | undefined
  readonly log: string | undefined
  /** True when the log is not empty. */
  readonly hasChanges: boolean
}

/** Opens the file and identifies it. Tries again when another file took the name meanwhile. */
function open(path: string, tables: readonly AnyTable[]): { reader: SqliteReader; files: DatabaseFiles } {
  for (;;) {
    const before = find(path)
    const sqlite = readDatabase(path, tables)
    const files = find(path)
    if (files.file === before.file) return { reader: new SqliteReader(sqlite), files }
    sqlite.close()
  }
}

function find(path: string): DatabaseFiles {
  const [file, log] = [path, `${path}-wal`].map(name => statSync(name, { throwIfNoEntry: false }))
  return {
    file: file && `${file.dev}:${file.ino}`,
    log: log && `${log.dev}:${log.ino}`,
    hasChanges: (log?.size ?? 0) > 0,
  }
}
