import type { SQLInputValue } from 'node:sqlite'
import { DatabaseError } from '../database-error.ts'
import {
  BLOCK_HASHES,
  type BlockHashes,
  blockHashesOf,
  keptOf,
  prunedHeights,
} from '../tables/block-hashes.ts'
import {
  CHECKPOINT,
  type Checkpoint,
  checkpointValues,
  genesis,
  newRun,
  stateOf,
} from '../tables/checkpoint.ts'
import { isLimited, type LimitedTable, maxRemoved, rowsBehind } from '../tables/retention.ts'
import { type AnyRow, type Rows, rowOf } from '../tables/rows.ts'
import type { AnyTable, ColumnKind } from '../tables/table.ts'
import { type Access, accessOf, type Column, matching } from '../tables/table-access.ts'
import type { ChangeLog, StoredKey } from './change-log.ts'
import { Names } from './names.ts'
import type { Sqlite } from './sqlite.ts'

const PUT_HASHES = 'INSERT OR REPLACE INTO blocks VALUES (?, ?)'

export interface WriterOptions {
  /** Closed together with the writer. */
  readonly lock?: { close(): void }
  /** Called when the last blocks stay in the log beside the file. */
  readonly warn?: ((message: string) => void) | undefined
  /** Notes the keys of changed rows, for a mirror. */
  readonly log?: ChangeLog | undefined
}

/** Writes rows into SQLite. Every statement is derived from the table's description and prepared once. */
export class SqliteWriter implements Rows {
  readonly #sqlite: Sqlite
  /** The log for a mirror; undefined without one. */
  readonly log: ChangeLog | undefined
  readonly #run = newRun()
  readonly #names: Names
  readonly #accesses: ReadonlyMap<AnyTable, Access>
  readonly #limited: readonly LimitedTable[]
  readonly #lock: { close(): void } | undefined
  readonly #warn: (message: string) => void
  #stored = genesis

  constructor(sqlite: Sqlite, { lock, warn = () => undefined, log }: WriterOptions = {}) {
    this.#sqlite = sqlite
    this.#names = new Names(sqlite)
    this.#lock = lock
    this.#warn = warn
    this.log = log
    this.#accesses = new Map(sqlite.tables.map(table => [table, accessOf(table)]))
    this.#limited = sqlite.tables.filter(isLimited)
  }

  checkpoint(): Checkpoint {
    return this.#sqlite.checkpoint()
  }

  blockHashes(): BlockHashes[] {
    return blockHashesOf(this.#sqlite.all(BLOCK_HASHES.read, []))
  }

  /**
   * Begins to store a batch of whole blocks.
   *
   * @param stored the checkpoint before it
   * @throws DatabaseError when another process has stored blocks since
   */
  begin(stored: Checkpoint): void {
    this.#sqlite.exec('BEGIN IMMEDIATE')
    // Two concurrent writers would count shared events twice.
    const found = this.checkpoint()
    this.#stored = found
    if (found.height === stored.height && found.events === stored.events) return
    this.rollback()
    throw new DatabaseError(
      `another process writes to it; end one of the two (it is at block ${found.height} now)`,
    )
  }

  /** Stores the changes, the hashes of the blocks and the checkpoint in one transaction. */
  commit(checkpoint: Checkpoint, blocks: readonly BlockHashes[]): void {
    const [first = checkpoint] = blocks
    for (const { height, hashes } of keptOf(blocks, checkpoint.height))
      this.#sqlite.run(PUT_HASHES, [height, hashes.join(' ')])
    this.#sqlite.run(BLOCK_HASHES.prune, prunedHeights(first.height, checkpoint.height))
    if (checkpoint.since > 0n) for (const table of this.#limited) this.#removeBehind(table, checkpoint)
    this.#sqlite.run(CHECKPOINT.put, checkpointValues(checkpoint, this.#run))
    this.log?.note(stateOf({ ...checkpoint, run: this.#run }), checkpoint.time)
    this.#sqlite.exec('COMMIT')
  }

  #removeBehind(table: LimitedTable, { since, events }: Checkpoint): void {
    const max = maxRemoved(events - this.#stored.events)
    const keys = this.#sqlite.all(rowsBehind(table), [since, max])
    for (const key of keys) this.#removeStored(table, key as unknown as StoredKey)
  }

  #removeStored(table: AnyTable, key: StoredKey): void {
    this.log?.remove(table, key)
    for (const statement of this.#access(table).remove) this.#sqlite.run(statement, key)
  }

  rollback(): void {
    this.#names.clear()
    this.log?.clear()
    // After some failures, such as a full disk, SQLite has already rolled back.
    if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK')
  }

  get(table: AnyTable, key: AnyRow): AnyRow | undefined {
    const { get, keyColumns, kept } = this.#access(table)
    const row = this.#sqlite.first(get, this.#known(keyColumns, key))
    return row && rowOf(kept, row)
  }

  find(table: AnyTable, where: AnyRow): AnyRow[] {
    const { columns } = this.#access(table)
    const read = columns.map(([name, kind]) =>
      kind === 'name' ? `(SELECT text FROM names WHERE id = ${name})` : name,
    )
    const given = columns.filter(([name]) => name in where)
    const sql = `SELECT ${read.join(', ')} FROM ${table.name} WHERE ${matching(given)}`
    const names = columns.map(([name]) => name)
    return this.#sqlite.all(sql, this.#known(given, where)).map(row => rowOf(names, row))
  }

  put(table: AnyTable, row: AnyRow): void {
    const { put, columns, keyPlaces } = this.#access(table)
    const values = columns.map(([name, kind]) => this.#interned(kind, row[name]))
    this.log?.put(table, keyPlaces.map(place => values[place]) as unknown as StoredKey)
    this.#sqlite.run(put, values)
  }

  remove(table: AnyTable, key: AnyRow): void {
    const values = this.#known(this.#access(table).keyColumns, key)
    // A row with an unknown name is not there.
    if (!values.includes(null)) this.#removeStored(table, values as unknown as StoredKey)
  }

  /** Copies the log into the file, also beside readers. A copy of the file alone would lack the last blocks otherwise. */
  close(): void {
    try {
      // A page takes milliseconds. Who reads for longer may read for half an hour.
      this.#sqlite.exec('PRAGMA busy_timeout = 500')
      if (this.#sqlite.first('PRAGMA wal_checkpoint(TRUNCATE)', [])?.[0] !== 0n)
        this.#warn(
          'a long reader keeps the last blocks in the -wal file beside the database: copy both, or use snapshot',
        )
    } catch {
      // The disk is full, or the file is damaged. Ingest has said so, or the next one will.
    }
    this.#sqlite.close()
    this.#lock?.close()
  }

  #access(table: AnyTable): Access {
    return this.#accesses.get(table) as Access
  }

  /** Returns the stored forms of values to look up. An unknown name is null, which matches nothing. */
  #known(columns: readonly Column[], row: AnyRow): SQLInputValue[] {
    return columns.map(([name, kind]) =>
      kind === 'name' ? (this.#names.find(row[name] as string) ?? null) : stored(kind, row[name]),
    )
  }

  /** Returns the stored form of a value to write. A new name gets its number. */
  #interned(kind: ColumnKind, value: string | bigint | undefined): SQLInputValue {
    return kind === 'name' ? this.#names.intern(value as string) : stored(kind, value)
  }
}

function stored(kind: ColumnKind, value: string | bigint | undefined): SQLInputValue {
  if (value === undefined) throw new TypeError('a row lacks a column')
  return kind === 'hash' ? Buffer.from(value as string, 'hex') : value
}
