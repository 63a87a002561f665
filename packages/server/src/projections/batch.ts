import type { Checkpoint } from '../store/tables/checkpoint.ts'
import type { Place } from '../store/tables/cursor.ts'
import { type AnyRow, keyText, type Rows, Tables } from '../store/tables/rows.ts'
import { type Columns, dependentsOf, type Kept, type Row, type Table } from '../store/tables/table.ts'

/** The changed rows of one transaction, kept until it commits. Only the last state of each record is written. */
export class Batch {
  readonly #rows: Rows
  readonly #changed = new Tables<AnyRow>()
  readonly #removed = new Tables<AnyRow>()
  /** Time of the current block, Unix nanoseconds. */
  time = 0n
  /** Number of events so far, which is the arrival number of the current one. */
  events: bigint
  /** The highest epoch that has ended. */
  endedEpoch: bigint
  /** Time that records stay after their end; nanoseconds, 0 for ever. */
  readonly keep: bigint
  /** Records that ended before this block time are gone; 0 without a limit. */
  since: bigint

  constructor(rows: Rows, start: Pick<Checkpoint, 'events' | 'endedEpoch' | 'keep' | 'since'>) {
    this.#rows = rows
    this.events = start.events
    this.endedEpoch = start.endedEpoch
    this.keep = start.keep
    this.since = start.since
  }

  /** Begins the block of a time. The limit of the history moves with it, and never back. */
  begin(time: bigint): void {
    this.time = time
    const since = time - this.keep
    if (this.keep > 0n && since > this.since) this.since = since
  }

  /** Returns the state of a record before the current event, or undefined when it is new. */
  get<Cols extends Columns, Key extends keyof Cols & string>(
    table: Table<Cols, Key>,
    key: Pick<Row<Cols>, Key>,
  ): Kept<Cols> | undefined {
    const name = keyText(table, key)
    const changed = this.#changed.get(table)?.get(name)
    const isRemoved = !changed && this.#removed.get(table)?.has(name)
    const row = changed ?? (isRemoved ? undefined : this.#rows.get(table, key as AnyRow))
    // A record that returns after its removal is a new one, although its row may still be there.
    if (!row || !table.retention || (row[table.retention.ended] as bigint) >= this.since)
      return row as Kept<Cols> | undefined
    this.remove(table, key)
    return undefined
  }

  put<Cols extends Columns, Key extends keyof Cols & string>(table: Table<Cols, Key>, row: Row<Cols>): void {
    this.#changed.of(table).set(keyText(table, row), row as AnyRow)
  }

  /** Removes a record. If it is written again afterwards, it gets a new row. */
  remove<Cols extends Columns, Key extends keyof Cols & string>(
    table: Table<Cols, Key>,
    key: Pick<Row<Cols>, Key>,
  ): void {
    const name = keyText(table, key)
    this.#changed.get(table)?.delete(name)
    this.#removed.of(table).set(name, key as AnyRow)
    for (const dependent of dependentsOf(table)) {
      const rows = this.#changed.get(dependent)
      for (const [name, row] of rows ?? [])
        if (table.key.every(column => row[column] === (key as AnyRow)[column])) rows?.delete(name)
    }
  }

  /** Returns all records with these values before the current event. */
  find<Cols extends Columns, Key extends keyof Cols & string>(
    table: Table<Cols, Key>,
    where: Partial<Row<Cols>>,
  ): Row<Cols>[] {
    const changed = this.#changed.get(table)
    const removed = this.#removed.get(table)
    const stored = this.#rows.find(table, where as AnyRow).filter(row => {
      const name = keyText(table, row)
      return !changed?.has(name) && !removed?.has(name)
    })
    const values = Object.entries(where as AnyRow)
    const found = [...(changed?.values() ?? [])].filter(row =>
      values.every(([name, value]) => row[name] === value),
    )
    return [...stored, ...found] as Row<Cols>[]
  }

  /** Returns the sort key of a record: its current one, or a new one for a record created at `at`. */
  place(known: Place | undefined, at: bigint): Place {
    return known ? { at: known.at, pos: known.pos } : { at, pos: this.events }
  }

  /** Passes the changes to the writer, at the end of the batch. */
  flush(): void {
    for (const [table, key] of this.#removed.pairs()) this.#rows.remove(table, key)
    for (const [table, row] of this.#changed.pairs()) this.#rows.put(table, row)
    this.#removed.clear()
    this.#changed.clear()
  }
}
