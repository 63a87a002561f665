import type { Place } from '../store/tables/cursor.ts'
import { keyText } from '../store/tables/row-key.ts'
import type { AnyRow, Rows } from '../store/tables/rows.ts'
import type { AnyTable, Columns, Kept, Row, Table } from '../store/tables/table.ts'

/** The current block. */
export interface Block {
  readonly height: bigint
  readonly hash: string
  /** Block time, Unix nanoseconds. */
  readonly time: bigint
}

/** The changed rows of one transaction, kept until it commits. Only the last state of each record is written. */
export class Batch {
  readonly #rows: Rows
  readonly #changed = new Map<AnyTable, Map<string, AnyRow>>()
  readonly #removed = new Map<AnyTable, Map<string, AnyRow>>()
  /** The block of the current event. */
  block: Block = { height: 0n, hash: '', time: 0n }
  /** Number of events so far, which is the arrival number of the current one. */
  events: bigint
  /** The highest epoch that has ended. */
  endedEpoch: bigint

  constructor(rows: Rows, start: { events: bigint; endedEpoch: bigint }) {
    this.#rows = rows
    this.events = start.events
    this.endedEpoch = start.endedEpoch
  }

  /** Returns the state of a record before the current event, or undefined when it is new. */
  get<Cols extends Columns, Key extends keyof Cols & string>(
    table: Table<Cols, Key>,
    key: Pick<Row<Cols>, Key>,
  ): Kept<Cols> | undefined {
    const name = keyText(table, key)
    const changed = this.#changed.get(table)?.get(name)
    if (changed) return changed as unknown as Kept<Cols>
    if (this.#removed.get(table)?.has(name)) return undefined
    return this.#rows.get(table, key as AnyRow) as Kept<Cols> | undefined
  }

  /** Writes the new state of a record. */
  put<Cols extends Columns, Key extends keyof Cols & string>(table: Table<Cols, Key>, row: Row<Cols>): void {
    const name = keyText(table, row)
    this.#removed.get(table)?.delete(name)
    within(this.#changed, table).set(name, row as AnyRow)
  }

  /** Removes a record. */
  remove<Cols extends Columns, Key extends keyof Cols & string>(
    table: Table<Cols, Key>,
    key: Pick<Row<Cols>, Key>,
  ): void {
    const name = keyText(table, key)
    this.#changed.get(table)?.delete(name)
    within(this.#removed, table).set(name, key as AnyRow)
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
    for (const [table, keys] of this.#removed) for (const key of keys.values()) this.#rows.remove(table, key)
    for (const [table, rows] of this.#changed) for (const row of rows.values()) this.#rows.put(table, row)
    this.#removed.clear()
    this.#changed.clear()
  }
}

function within(map: Map<AnyTable, Map<string, AnyRow>>, table: AnyTable): Map<string, AnyRow> {
  const rows = map.get(table) ?? new Map<string, AnyRow>()
  map.set(table, rows)
  return rows
}
