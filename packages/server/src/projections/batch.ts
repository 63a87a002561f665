import type { Place } from '../store/tables/cursor.ts'
import type { AnyTable, Columns, Kept, Row, Table } from '../store/tables/table.ts'
import type { AnyRow, Rows } from '../store/tables/writer.ts'

/** The block whose events are being applied. */
export interface Block {
  readonly height: bigint
  readonly hash: string
  /** Block time, Unix nanoseconds. */
  readonly time: bigint
}

/** Rows changed by the blocks of one transaction, held until it commits: of many states of a record the last is written. */
export class Batch {
  readonly #rows: Rows
  readonly #changed = new Map<AnyTable, Map<string, AnyRow>>()
  readonly #removed = new Map<AnyTable, Map<string, AnyRow>>()
  /** The block of the event at hand. */
  block: Block = { height: 0n, hash: '', time: 0n }
  /** Events read so far: the arrival number of the event at hand. */
  events: bigint
  /** The highest epoch that has ended. */
  endedEpoch: bigint

  constructor(rows: Rows, start: { events: bigint; endedEpoch: bigint }) {
    this.#rows = rows
    this.events = start.events
    this.endedEpoch = start.endedEpoch
  }

  /** The state of a record before the event at hand, or undefined when it is new. */
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

  /** Takes a record away. */
  remove<Cols extends Columns, Key extends keyof Cols & string>(
    table: Table<Cols, Key>,
    key: Pick<Row<Cols>, Key>,
  ): void {
    const name = keyText(table, key)
    this.#changed.get(table)?.delete(name)
    within(this.#removed, table).set(name, key as AnyRow)
  }

  /** All records with these values, those changed in this batch included. Rare: it writes the batch out first. */
  find<Cols extends Columns, Key extends keyof Cols & string>(
    table: Table<Cols, Key>,
    where: Partial<Row<Cols>>,
  ): Row<Cols>[] {
    this.flush()
    return this.#rows.find(table, where as AnyRow) as Row<Cols>[]
  }

  /** The sort key of a record: the one it has, or a new one for a record created at `at`. */
  place(known: Place | undefined, at: bigint): Place {
    return known ?? { at, pos: this.events }
  }

  /** Hands the changes on. */
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

/** The key of a row as one text. */
export function keyText(table: AnyTable, row: object): string {
  const values = row as AnyRow
  return table.key.length === 1
    ? String(values[table.key[0] as string])
    : table.key.map(column => values[column]).join('\u0000')
}
